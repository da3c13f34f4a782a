// The last changes of an application's routes that its MessageStore was told of. They are one value in its storage,
// so that a store which lost its memory takes no routes from before them either.
import {
	type ApplicationRoutes,
	hasSeen,
	type RouteChange,
	withChange,
	withoutDoubt,
} from "../../core/route-changes.ts";

const KEY = "route_changes";
/** Somebody said that there is a change, and not which. */
const UNKNOWN: RouteChange = { endpointId: null, updatedAt: null };

export class KnownChanges {
	readonly #storage: DurableObjectStorage;
	#changes: readonly RouteChange[] | null = null;

	constructor(storage: DurableObjectStorage) {
		this.#storage = storage;
	}

	add(change: RouteChange | undefined): void {
		this.#changes = withChange(this.#read(), change ?? UNKNOWN);
		this.#storage.kv.put(KEY, this.#changes);
	}

	/** Whether these routes were read after all of them. */
	areSeenBy(found: ApplicationRoutes): boolean {
		return hasSeen(found, this.#read());
	}

	/** The application was read after all of them, and is there. */
	areRead(): void {
		this.#changes = withoutDoubt(this.#read());
	}

	#read(): readonly RouteChange[] {
		this.#changes ??= this.#storage.kv.get<RouteChange[]>(KEY) ?? [];
		return this.#changes;
	}
}
