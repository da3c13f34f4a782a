// The wire's patterns and limits, each once.

/** uid, eventId, event type name, feature flag. */
export const NAME = /^[a-zA-Z0-9\-_.]+$/;
/** What an endpoint may ask for: an event type, or with `.*` at its end all of a group. */
export const NAME_OR_GROUP = /^[a-zA-Z0-9\-_.]+(\.\*)?$/;
export const NAME_LENGTH_MAX = 256;
export const CHANNEL = /^[a-zA-Z0-9\-_.:+]+$/;
export const CHANNEL_LENGTH_MAX = 128;
export const CHANNELS_MAX = 10;
export const TAG = /^[a-zA-Z0-9\-_./\\#]+$/;
export const TAG_LENGTH_MAX = 128;
export const TAGS_MAX = 5;
export const METADATA_BYTES_MAX = 4096;
export const THROTTLE_RATE_MAX = 65535;
/** Attempts under way to one endpoint at the same time. */
export const MAX_IN_FLIGHT_DEFAULT = 64;
export const MAX_IN_FLIGHT_MAX = 1000;
export const LIST_LIMIT_DEFAULT = 50;
export const LIST_LIMIT_MAX = 250;
/** Seconds that an old signing secret stays valid after a rotation. */
export const GRACE_PERIOD_DEFAULT = 86_400;
export const GRACE_PERIOD_MAX = 604_800;
export const OLD_SECRETS_MAX = 10;
export const RETENTION_DAYS_MAX = 90;

/** Control characters that no text of ours may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is its purpose
export const CONTROL = /[\u0000-\u0008]/;
