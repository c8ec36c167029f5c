import type { Texts } from '../../locales/en.ts';

/** What a channel is called; those that an account has several of have a number. */
export function channelName(channel: string, { channels }: Texts['chatActions']) {
  if (channel.startsWith('av__')) return channels.avito;
  if (/^ch\d/.test(channel)) return channels.own;
  return channels[channel as keyof typeof channels] ?? channel;
}
