import type { OnsiteCounts } from '@parley/contract';
import type { KindOfSend } from '../../sends/index.ts';
import { campaignRules, countByCampaign } from '../../smart-invitations/index.ts';
import { checkMembers } from '../members.ts';
import { checkComplete, checkSettings, complete, settingsOf } from './settings.ts';

/** An invitation to visitors of the site, for a time. */
export const onsiteKind: KindOfSend<OnsiteCounts> = {
  name: 'onsite',
  canFinishScheduled: true,
  countBySend: (ctx, sends) =>
    countByCampaign(
      ctx,
      sends.map(({ id }) => id),
    ),
  periodOf: (draft) => ({ from: settingsOf(draft).starts_at, to: settingsOf(draft).ends_at }),
  checkReady: async () => undefined,
  checkComplete,
  complete,

  async checkSettings(ctx, draft) {
    checkMembers('onsite', draft.settings);
    await checkSettings(ctx, draft);
  },

  async followStatus(ctx, send) {
    const { rule, starts_at, ends_at } = settingsOf(send);
    if (!rule) return;
    const { id, name, status } = send;
    await campaignRules.follow(ctx, { id, name, rule, starts_at, ends_at, isRunning: status === 'running' });
  },

  followRemoval: (ctx, { id }) => campaignRules.remove(ctx, id),
};
