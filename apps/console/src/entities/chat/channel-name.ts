import type { Texts } from '../../locales/en.ts';
import { useTexts } from '../../locales/locale.tsx';

/** The name of a channel. Kinds that an account can have several of end in a number. */
export function channelName(channel: string, { channels }: Texts['chatActions']) {
  if (channel.startsWith('av__')) return channels.avito;
  if (/^ch\d/.test(channel)) return channels.own;
  return channels[channel as keyof typeof channels] ?? channel;
}

export const useChannelName = (channel: string) => channelName(channel, useTexts().chatActions);
