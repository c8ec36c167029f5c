import { accountName, type ConnectionState, stateOf, stateOfCabinet, worstOf } from '../model/connection-state.ts';
import type { Cabinet, Community, Messenger, Webhook } from '../model/messenger-queries.ts';
import type { Place } from '../model/providers.ts';

/** What a card says. */
export interface CardFacts {
  place: Place;
  isConnected: boolean;
  state: ConnectionState;
  account?: string | undefined;
  /** How many communities or cabinets, where there are several. */
  count?: number;
  webhook?: Webhook | undefined;
}

interface Known {
  messengers: Messenger[];
  communities: Community[];
  cabinets: Cabinet[];
}

export function factsOf(place: Place, { messengers, communities, cabinets }: Known): CardFacts {
  if (place === 'avito') return ofCabinets(cabinets);
  const messenger = messengers.find(({ provider }) => provider === place);
  if (!messenger?.connected) return { place, isConnected: false, state: 'off' };
  if (place === 'vk' && communities.length > 1) return ofCommunities(communities);
  const { webhook } = messenger;
  return {
    place,
    isConnected: true,
    state: stateOf(webhook),
    account: accountName(messenger),
    ...(webhook && { webhook }),
  };
}

function ofCommunities(communities: Community[]): CardFacts {
  const state = worstOf(communities.map(({ webhook }) => stateOf(webhook)));
  const webhook = communities.find((each) => stateOf(each.webhook) === state)?.webhook;
  return { place: 'vk', isConnected: true, state, count: communities.length, webhook };
}

function ofCabinets(cabinets: Cabinet[]): CardFacts {
  const state = worstOf(cabinets.map(stateOfCabinet));
  const webhook = cabinets.find((each) => stateOfCabinet(each) === state)?.webhook;
  return { place: 'avito', isConnected: cabinets.length > 0, state, count: cabinets.length, webhook };
}
