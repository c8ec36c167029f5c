import type { Texts } from '../../locales/en.ts';
import { useTexts } from '../../locales/locale.tsx';

export const isCustomChannel = (channel: string) => /^ch\d/.test(channel);

/** The name of a channel. Kinds that an account can have several of end in a number. */
export function channelName(channel: string, { channels }: Texts['chatActions']) {
  if (channel.startsWith('av__')) return channels.avito;
  if (isCustomChannel(channel)) return channels.own;
  return channels[channel as keyof typeof channels] ?? channel;
}

export const useChannelName = (channel: string) => channelName(channel, useTexts().chatActions);
