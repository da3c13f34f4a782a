// Which number each of the last digests has, in 20 bytes for each: of a digest only 32 bits are kept.

const PLACES_MIN = 64;

/**
 * A ring, oldest first, whose places are counted on and on, modulo 2^32. Places of equal mark are chained from the
 * newest back; a chain ends where it does not lead to an older place of the ring, so nothing is ever unchained.
 */
export class RecentDigests {
	#numbers = new Float64Array(PLACES_MIN);
	#marks = new Uint32Array(PLACES_MIN);
	/** By place: the one before it in its chain. */
	#before = new Uint32Array(PLACES_MIN);
	/** By the low bits of the mark: the newest place. */
	#newest = new Uint32Array(PLACES_MIN);
	#end = 0;
	#size = 0;

	/** Of everything that is kept. */
	get bytes(): number {
		const all = [this.#numbers, this.#marks, this.#before, this.#newest];
		return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
	}

	/** Numbers must be added in ascending order. Those below `from` are forgotten. */
	add(digest: string, number: number, from: number): void {
		this.#forget(from);
		if (this.#size === this.#numbers.length) this.#resize(2 * this.#size);
		this.#put(markOf(digest), number);
	}

	/** Numbers from `from` on that may be the digest's, newest first: each is to be compared with the whole. */
	find(digest: string, from: number): number[] {
		const mark = markOf(digest);
		const last = this.#numbers.length - 1;
		const found: number[] = [];
		let age = 0;
		let next = this.#newest[mark & last] ?? 0;
		for (;;) {
			const nextAge = (this.#end - next) >>> 0;
			if (nextAge <= age || nextAge > this.#size) return found;
			age = nextAge;
			const slot = next & last;
			const number = this.#numbers[slot] ?? 0;
			if (number < from) return found;
			if (this.#marks[slot] === mark) found.push(number);
			next = this.#before[slot] ?? 0;
		}
	}

	#put(mark: number, number: number): void {
		const last = this.#numbers.length - 1;
		const slot = this.#end & last;
		this.#numbers[slot] = number;
		this.#marks[slot] = mark;
		this.#before[slot] = this.#newest[mark & last] ?? 0;
		this.#newest[mark & last] = this.#end;
		this.#end = (this.#end + 1) >>> 0;
		this.#size++;
	}

	#forget(from: number): void {
		const places = this.#numbers.length;
		const oldest = () => this.#numbers[(this.#end - this.#size) & (places - 1)] ?? 0;
		while (this.#size > 0 && oldest() < from) this.#size--;
		if (places > PLACES_MIN && this.#size < places / 8) this.#resize(places / 2);
	}

	#resize(places: number): void {
		const [numbers, marks, size] = [this.#numbers, this.#marks, this.#size];
		const first = this.#end - size;
		this.#numbers = new Float64Array(places);
		this.#marks = new Uint32Array(places);
		this.#before = new Uint32Array(places);
		this.#newest = new Uint32Array(places);
		this.#end = 0;
		this.#size = 0;
		for (let i = 0; i < size; i++) {
			const slot = (first + i) & (numbers.length - 1);
			this.#put(marks[slot] ?? 0, numbers[slot] ?? 0);
		}
	}
}

/** 32 bits: a digest in hex is as evenly spread at its beginning as anywhere. */
const markOf = (digest: string) => Number.parseInt(digest.slice(0, 8), 16) >>> 0;
