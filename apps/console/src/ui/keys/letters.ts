/** Shortcut letters by command. */
export const letters = { reply: 'r', note: 'n', close: 'e', snooze: 's', assign: 'a', tag: 't', unread: 'u' } as const;
