/** What the messenger of a chat can do with a message that was sent. */
const EDITS: ReadonlySet<string> = new Set(['tg', 'vk', 'mx']);

export const canEditIn = (channel: string) => EDITS.has(channel);
export const canDeleteIn = (channel: string) => EDITS.has(channel) || channel.startsWith('av__');

/** Messengers that tell a customer's own number, which nobody else can have typed. */
const TELLS_NUMBER: ReadonlySet<string> = new Set(['wa', 'tg']);

export const tellsNumber = (channel: string) => TELLS_NUMBER.has(channel);

const MESSENGERS: ReadonlySet<string> = new Set([
  'tg',
  'vk',
  'wa',
  'vb',
  'fb',
  'ok',
  'mx',
  'avito',
  'cian',
  'ali',
  'apple',
]);

/** The messenger in whose own app a colleague typed a message. */
export const messengerOfOrigin = (origin: string | null) =>
  origin !== null && MESSENGERS.has(origin) ? origin : undefined;
