import { useQuery, useQueryClient } from '@tanstack/react-query';
import { channelName } from '../../../entities/chat/channel-name.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import type { ConnectionState } from './connection-state.ts';
import { healthQuery, MESSENGERS, type Messenger, messengerQuery, type Webhook } from './messenger-queries.ts';
import type { Place } from './providers.ts';

/** Returns the name of a messenger as people call it. */
export function usePlaceName() {
  const { chatActions } = useTexts();
  const { customName } = useMessengersTexts();
  return (place: Place) => (place === 'custom' ? customName : channelName(place, chatActions));
}

/** Takes over the answer to a change, and asks for everything else again. */
export function useRefreshMessengers() {
  const queryClient = useQueryClient();
  return async (changed?: Messenger) => {
    if (changed) queryClient.setQueryData(messengerQuery(changed.provider).queryKey, changed);
    await queryClient.invalidateQueries({ queryKey: MESSENGERS });
  };
}

/** What is registered by hand works once something has arrived: the server can't ask the messenger. */
export function useArrivedState(place: Place, state: ConnectionState): ConnectionState {
  const isManual = state === 'manual' && place !== 'avito';
  const { data } = useQuery({ ...healthQuery(isManual ? place : 'apple'), enabled: isManual });
  return isManual && data?.last_inbound_at ? 'working' : state;
}

/** Why messages don't arrive, in words. */
export function useReason(place: Place) {
  const { reasons } = useMessengersTexts();
  const name = usePlaceName()(place);
  return ({ reason }: Pick<Webhook, 'reason'>) =>
    reason && { what: reasons[reason].what(name), todo: reasons[reason].todo };
}
