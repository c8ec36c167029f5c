/** The letter of each command that has one. */
export const letters = { reply: 'r', note: 'n', close: 'e', assign: 'a', tag: 't' } as const;
