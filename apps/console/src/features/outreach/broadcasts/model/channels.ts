import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { channelName } from '../../../../entities/chat/channel-name.ts';
import { useTexts } from '../../../../locales/locale.tsx';

/** Messengers with broadcasts, as the list of channels shows them. */
const messengers = ['tg', 'vk', 'wa', 'vb', 'fb', 'ok', 'mx'] as const;

/** Why nothing can be sent through a channel. */
type Obstacle = 'notConnected' | 'rejected' | 'inactive' | 'noAddress';

export interface Channel {
  value: string;
  /** Of a custom channel. */
  ownName?: string;
  obstacle?: Obstacle | undefined;
}

type Messenger = Awaited<ReturnType<typeof api.messengers.read>>;
type CustomChannel = Awaited<ReturnType<typeof api.channels.read>>;

function obstacleIn(messenger: Messenger | undefined): Obstacle | undefined {
  if (!messenger?.connected) return 'notConnected';
  return messenger.webhook?.reason === 'credential_rejected' ? 'rejected' : undefined;
}

function obstacleOf({ is_active, outbound_url, has_secret }: CustomChannel): Obstacle | undefined {
  if (!is_active) return 'inactive';
  return outbound_url === null || !has_secret ? 'noAddress' : undefined;
}

/** Where broadcasts can go; those that can't be used say why. */
const channelsQuery = queryOptions({
  queryKey: ['broadcasts', 'channels'],
  queryFn: async ({ signal }): Promise<Channel[]> => {
    const [connected, custom] = await Promise.all([
      api.messengers.list({ signal }),
      Array.fromAsync(api.channels.list.each({ query: { limit: 100 }, signal })),
    ]);
    const stateOf = (value: string) => obstacleIn(connected.data.find(({ provider }) => provider === value));
    return [
      { value: 'service' },
      ...messengers.map((value) => ({ value, obstacle: stateOf(value) })),
      ...custom.map((each) => ({ value: `ch${each.id}`, ownName: each.name, obstacle: obstacleOf(each) })),
    ];
  },
  refetchOnMount: 'always',
});

export const useChannels = () => useQuery(channelsQuery);

/** Returns the name of a channel; custom ones have their own. */
export function useNameOfChannel() {
  const { chatActions } = useTexts();
  const { data = [] } = useChannels();
  return (channel: string) => data.find(({ value }) => value === channel)?.ownName ?? channelName(channel, chatActions);
}
