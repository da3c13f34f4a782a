export const renderReference = (contract: unknown): string => `<pre>${JSON.stringify(contract)}</pre>`;
