// Outcomes are written as parts of sentences; here they stand alone.
export const sentence = (part: string): string =>
	part.charAt(0).toLocaleUpperCase() + part.slice(1);
