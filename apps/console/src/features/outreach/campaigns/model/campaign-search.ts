import type { CampaignType, SendStatus } from '@parley/contract';
import { readStatus } from '../../sends/model/send-search.ts';

export const types = ['email', 'onsite'] as const satisfies CampaignType[];

const readType = (type: unknown) => types.find((each) => each === type);

export interface CampaignFilters {
  status?: SendStatus;
  type?: CampaignType;
}

/** Filters are in the address, so that a list can be linked to. */
export function readCampaignsSearch({ status, type }: Record<string, unknown>): CampaignFilters {
  const [knownStatus, knownType] = [readStatus(status), readType(type)];
  return { ...(knownStatus && { status: knownStatus }), ...(knownType && { type: knownType }) };
}

/** The type of a new campaign, by default an e-mail. */
export const readNewCampaignSearch = ({ type }: Record<string, unknown>): { type: CampaignType } => ({
  type: readType(type) ?? 'email',
});
