import type { SendCounts } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import { driverOf, type Vendor } from '../../messengers/drivers/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import type { KindOfSend } from '../sends/index.ts';
import { handOver } from './hand-over.ts';
import { count, targetOf } from './preview.ts';
import * as queue from './queue/store.ts';
import { fateIn, takeBack, withdrawLeftOver } from './queue/take-back.ts';
import { checkReady, checkSettings, keepFile, settingsOf } from './settings.ts';
import * as store from './store.ts';

/** On their way to one channel at once: those being delivered, and enough to follow. */
const IN_FLIGHT = 128;
/** The share of a messenger's pace that is left to broadcasts, so that replies hardly ever wait. */
const SHARE = 0.8;

/** Messages to the chats of a channel. */
export const broadcastKind: KindOfSend<SendCounts> = {
  name: 'broadcast',
  checkReady,
  canFinishScheduled: false,
  periodOf: ({ settings }) => ({ from: settings.send_at }),
  countBySend: recipients.countBySend,

  async checkSettings(ctx, draft) {
    await checkSettings(ctx, draft);
    await keepFile(ctx, draft);
  },

  checkComplete(_, draft) {
    if (!settingsOf(draft).message) throw invalid({ 'settings.message': 'is required to start a broadcast' });
  },

  /** Once a pause has answered, only what had begun goes out. */
  async followStatus(ctx, send) {
    if (send.status !== 'paused' && send.status !== 'finished' && send.status !== 'cancelled') return;
    const waiting = await queue.listNotBegun(ctx, send.id);
    await takeBack(ctx, new Map(waiting.map(({ id }) => [id, fateIn(send.status)])));
    if (send.status !== 'paused') await withdrawLeftOver(ctx, send.id);
  },

  async checkReachable(ctx, draft) {
    const { reachable } = await count(ctx, draft);
    if (!reachable) throw invalid({ 'settings.audience': 'reaches nobody' });
  },

  dispatch: {
    inFlight: IN_FLIGHT,
    handOver,
    settleLost: recipients.settleLost,

    everyMs: ({ channel }) =>
      isMessenger(channel) ? 1_000 / (driverOf({ provider: channel }).pace.perSecond * SHARE) : null,

    async freeze(ctx, send, limit) {
      const batch = {
        sendId: send.id,
        after: send.frozen_up_to,
        limit,
        until: send.started_at ?? toIsoString(ctx.now),
      };
      const { count: looked, last } = await store.insertRecipients(ctx, await targetOf(ctx, send), batch);
      return looked === limit && last !== null ? last : undefined;
    },
  },
};

const isMessenger = (channel: string): channel is Vendor => channel !== chats.SITE && !chats.channelIdOf(channel);
