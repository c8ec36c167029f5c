import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import type { SendKind } from './send.ts';

/** The texts that name the kind. */
export function useKindTexts(kind: SendKind) {
  const texts = { broadcasts: useBroadcastsTexts(), campaigns: useCampaignsTexts() };
  return texts[kind];
}
