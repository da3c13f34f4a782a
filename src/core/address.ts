// Which IP literals are public: the special-use registries of IANA plus the tunnels into them.

/** Not reachable, or not meant to be, from the public Internet (RFC 6890 and its registry). */
const SPECIAL_IPV4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	// Answers inside a cloud machine although its range is public.
	"168.63.129.16/32",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
].map(toRange);

/** Special blocks inside 2000::/3, by leading groups and bits: protocols, examples, 6to4. */
const SPECIAL_IPV6: readonly [groups: readonly [number, number], bits: number][] = [
	[[0x2001, 0], 23],
	[[0x2001, 0xdb8], 32],
	[[0x2002, 0], 16],
	[[0x3fff, 0], 20],
];

/** True for a public literal, false for any other, null for a name; takes a URL's `hostname`. */
export function isPublicAddress(hostname: string): boolean | null {
	if (hostname.startsWith("[")) {
		const groups = toGroups(hostname.slice(1, -1));
		return groups !== null && isPublicIpv6(groups);
	}
	if (!/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return null;
	return isPublicIpv4(toIpv4(hostname));
}

/** True when an address, as an unsigned 32-bit number, is in no special-use range. */
function isPublicIpv4(address: number): boolean {
	return !SPECIAL_IPV4.some(([base, size]) => address >= base && address < base + size);
}

/** True for global unicast (RFC 4291) and for public IPv4 mapped or translated; takes 8 groups. */
function isPublicIpv6(groups: readonly number[]): boolean {
	const [first = 0, second = 0, third = 0, , fifth = 0, sixth = 0] = groups;
	const embedded = (groups[6] ?? 0) * 0x10000 + (groups[7] ?? 0);
	const isMapped = groups.slice(0, 5).every(isZero) && sixth === 0xffff;
	// 64:ff9b::/96, not its sibling 64:ff9b:1::/48, which is for local use (RFC 8215).
	const isNat64 =
		first === 0x64 && second === 0xff9b && third === 0 && groups.slice(2, 6).every(isZero);
	if (isMapped || isNat64) return isPublicIpv4(embedded);
	// Allowing one block refuses all that lies outside it: loopback, unique and link local,
	// site local, multicast, discard, segment routing, and IPv4 compatible and translated forms.
	if (first < 0x2000 || first > 0x3fff) return false;
	if (SPECIAL_IPV6.some(([block, bits]) => hasPrefix(first, second, block, bits))) return false;
	// ISATAP (RFC 5214) tunnels to the IPv4 address in its last half under any prefix.
	const isIsatap = (fifth === 0 || fifth === 0x200) && sixth === 0x5efe;
	return !isIsatap || isPublicIpv4(embedded);
}

function hasPrefix(
	first: number,
	second: number,
	[blockFirst, blockSecond]: readonly [number, number],
	bits: number,
): boolean {
	const divisor = 2 ** (32 - bits);
	const address = first * 0x10000 + second;
	return (
		Math.floor(address / divisor) === Math.floor((blockFirst * 0x10000 + blockSecond) / divisor)
	);
}

/** The eight groups of a literal as the URL parser writes it: hex groups with at most one `::`. */
function toGroups(literal: string): number[] | null {
	const [head = "", tail] = literal.split("::");
	const left = toNumbers(head);
	const right = toNumbers(tail ?? "");
	const gap = tail === undefined ? 0 : 8 - left.length - right.length;
	const groups = [...left, ...new Array<number>(Math.max(0, gap)).fill(0), ...right];
	return groups.length === 8 && groups.every((group) => group <= 0xffff) ? groups : null;
}

function toNumbers(groups: string): number[] {
	return groups === "" ? [] : groups.split(":").map((group) => Number.parseInt(group, 16));
}

function toRange(block: string): [base: number, size: number] {
	const [base = "", bits] = block.split("/");
	return [toIpv4(base), 2 ** (32 - Number(bits))];
}

function toIpv4(text: string): number {
	return text.split(".").reduce((value, part) => value * 256 + Number(part), 0);
}

function isZero(value: number): boolean {
	return value === 0;
}
