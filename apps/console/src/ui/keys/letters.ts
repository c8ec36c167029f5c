/** Shortcut letters by command. */
export const letters = { reply: 'r', note: 'n', close: 'e', assign: 'a', tag: 't' } as const;
