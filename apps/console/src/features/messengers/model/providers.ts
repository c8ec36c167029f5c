import type { Messenger } from './messenger-queries.ts';

export type Provider = Messenger['provider'];

/** As cards show them. Avito is no provider of the API: its accounts are cabinets. */
export const places = ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx', 'avito', 'cian', 'ali', 'apple', 'custom'] as const;
export type Place = (typeof places)[number];

const isPlace = (text: string): text is Place => places.some((place) => place === text);

/** Connected by a form of a token and what goes with it. */
export type TokenProvider = Exclude<Provider, 'vk' | 'custom'>;

export const isTokenProvider = (place: string): place is TokenProvider =>
  isPlace(place) && place !== 'vk' && place !== 'avito' && place !== 'custom';

/** A kind of identifier beside the token. */
export type SidKind = 'meta' | 'twilio' | 'apple';

export const hasAppSecret = (provider: TokenProvider) => provider === 'wa' || provider === 'fb';

/** These don't say where customers find the account. */
export const tellsNoLink = (provider: TokenProvider) => provider === 'ok' || provider === 'cian' || provider === 'ali';

/** Where people get a token. */
export const tokenPages: Record<TokenProvider | 'vk' | 'twilio', string> = {
  tg: 'https://t.me/BotFather',
  vk: 'https://vk.com/groups?tab=admin',
  wa: 'https://developers.facebook.com/apps/',
  twilio: 'https://console.twilio.com/',
  vb: 'https://partners.viber.com/',
  fb: 'https://developers.facebook.com/apps/',
  ok: 'https://ok.ru/groups',
  mx: 'https://business.max.ru/',
  cian: 'https://www.cian.ru/',
  ali: 'https://seller.aliexpress.ru/',
  apple: 'https://register.apple.com/messages',
};
