/** What tells people without a name apart: the first digits of their id. */
export const shortCode = (id: string) => id.slice(0, 3).toUpperCase();
