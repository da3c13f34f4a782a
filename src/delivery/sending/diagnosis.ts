// Finds out after a failed attempt what failed, where the runtime's words do not tell: opens a connection, sends nothing.
import { connectionFailure, type Failure, type Finding } from "../../core/outcome.ts";

/** Opens a socket to `host:port` by the way that attempts go. */
export type Connect = (address: string) => {
	opened: Promise<unknown>;
	closed: Promise<unknown>;
	close(): Promise<unknown>;
};

/** How long a diagnosis may take beyond the attempt. */
export const DIAGNOSIS_MS_MAX = 2_000;

/**
 * Names a failure to connect.
 * @param url as it was asked for, after the check of targets
 * @param connect null where a socket takes another way than an attempt, so that it would prove nothing
 */
export async function diagnose(
	error: unknown,
	url: string,
	connect: Connect | null,
): Promise<Failure> {
	const { protocol, hostname, port } = new URL(url);
	const isHttps = protocol === "https:";
	const isName = !hostname.startsWith("[") && !/^[\d.]+$/.test(hostname);
	const words = error instanceof Error ? error.message : "";
	const name = (probe: Finding["probe"]) => connectionFailure(words, { probe, isHttps, isName });
	const plain = name("unknown");
	if (plain !== "connection" || connect === null) return plain;
	return name(await probe(connect, `${hostname}:${port || (isHttps ? 443 : 80)}`));
}

async function probe(connect: Connect, address: string): Promise<Finding["probe"]> {
	const { promise: tooLong, resolve } = Promise.withResolvers<"unknown">();
	const timer = setTimeout(() => resolve("unknown"), DIAGNOSIS_MS_MAX);
	try {
		const socket = connect(address);
		// It is rejected as well, and nobody waits for it.
		socket.closed.catch(() => undefined);
		const found = await Promise.race([
			socket.opened.then(
				() => "opened" as const,
				() => "failed" as const,
			),
			tooLong,
		]);
		socket.close().catch(() => undefined);
		return found;
	} catch {
		return "unknown"; // The address is none that a socket takes.
	} finally {
		clearTimeout(timer);
	}
}
