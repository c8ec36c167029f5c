import type { EmailSettings, OnsiteCounts, OnsiteSettings } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../../data/api.ts';
import { pollingOf } from '../../sends/model/polling.ts';
import type { CountedSend } from '../../sends/model/send.ts';
import { listKey, listPolling, oneKey, PAGE } from '../../sends/model/send-queries.ts';
import type { CampaignFilters } from './campaign-search.ts';

export type Campaign = Awaited<ReturnType<typeof api.campaigns.read>>;
export type EmailCampaign = Campaign & CountedSend & { type: 'email'; settings: EmailSettings };
export type OnsiteCampaign = Campaign & { type: 'onsite'; settings: OnsiteSettings; counts: OnsiteCounts };
export type Preview = Awaited<ReturnType<typeof api.campaigns.preview>>;

/** What a campaign counts goes by its type. */
export const isEmail = (campaign: Campaign): campaign is EmailCampaign => campaign.type === 'email';
export const isOnsite = (campaign: Campaign): campaign is OnsiteCampaign => campaign.type === 'onsite';

export const campaignsQuery = ({ status, type }: CampaignFilters) =>
  infiniteQueryOptions({
    queryKey: [...listKey('campaigns'), status, type],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.campaigns.list({
        query: { limit: PAGE, ...(status && { status }), ...(type && { type }), ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => listPolling(state.data?.pages),
  });

/** Visitors are counted by the minute at best. */
const ONSITE_MS = 10_000;

export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey('campaigns', id),
    queryFn: ({ signal }) => api.campaigns.read({ params: { id }, signal }),
    refetchOnMount: 'always',
    // A draft is what its form is filled with.
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.status === 'draft') return false;
      const polling = pollingOf(data, Date.now());
      return data.type === 'onsite' ? Math.max(polling, ONSITE_MS) : polling;
    },
  });
