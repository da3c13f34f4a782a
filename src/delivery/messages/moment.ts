// What comes at the same moment goes on in one turn, and so shares one durable commit: each commit waits for the disk,
// and on the platform for the other copies.

export class Moment {
	#end: Promise<void> | null = null;

	/** Waits until all has been read that is there by now. Those who wait go on in their order, in one turn. */
	pass(): Promise<void> {
		this.#end ??= new Promise((resolve) => {
			setTimeout(() => {
				this.#end = null;
				resolve();
			}, 0);
		});
		return this.#end;
	}
}
