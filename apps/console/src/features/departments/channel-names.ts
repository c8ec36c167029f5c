import { channelName } from '../../entities/chat/channel-name.ts';
import { useTexts } from '../../locales/locale.tsx';

/** A department calls the site `svc`. */
export const channels = ['svc', 'tg', 'vk', 'wa', 'vb', 'fb', 'ok'] as const;

/** Returns the name of a department's channel. */
export function useChannelName() {
  const { chatActions } = useTexts();
  return (channel: string) => channelName(channel === 'svc' ? 'service' : channel, chatActions);
}
