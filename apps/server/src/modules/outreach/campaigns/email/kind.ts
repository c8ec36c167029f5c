import type { SendCounts } from '@parley/contract';
import { toIsoString } from '../../../../infra/clock.ts';
import { invalid } from '../../../../kernel/problems.ts';
import * as recipients from '../../../people/recipients/index.ts';
import { ensureHashing } from '../../../people/suppressions/index.ts';
import type { KindOfSend } from '../../sends/index.ts';
import { checkMembers } from '../members.ts';
import { handOver } from './hand-over.ts';
import { count } from './preview.ts';
import { checkComplete, checkSettings, settingsOf } from './settings.ts';
import * as store from './store.ts';

/** Of a campaign, on all nodes: what a killed node had begun is unknown, and twice as many as a node has connections keep them busy. */
const IN_FLIGHT = 10;

/** E-mails to contacts. */
export const emailKind: KindOfSend<SendCounts> = {
  name: 'email',
  canFinishScheduled: true,
  countBySend: recipients.countBySend,
  periodOf: ({ settings }) => ({ from: settings.send_at }),
  checkComplete: (_, draft) => checkComplete(draft),
  /** Whether the mail server takes e-mails shows when it gets one. */
  checkReady: async () => undefined,

  async checkSettings(_, draft) {
    checkMembers('email', draft.settings);
    checkSettings(draft);
  },

  async checkReachable(ctx, draft) {
    const { reachable } = await count(ctx, settingsOf(draft));
    if (!reachable) throw invalid({ 'settings.audience': 'reaches nobody' });
  },

  dispatch: {
    inFlight: IN_FLIGHT,
    everyMs: () => null,
    handOver: (ctx, send, claimed, services) => handOver(ctx, { kind: emailKind, send, services }, claimed),
    /** Those of nodes that were killed are settled for all campaigns at once. */
    settleLost: async () => undefined,

    async freeze(ctx, send, limit) {
      const { pads } = await ensureHashing(ctx);
      const batch = {
        sendId: send.id,
        after: send.frozen_up_to,
        limit,
        until: send.started_at ?? toIsoString(ctx.now),
      };
      const { count: looked, last } = await store.insertRecipients(ctx, { settings: settingsOf(send), pads }, batch);
      return looked === limit && last !== null ? last : undefined;
    },
  },
};
