import { setTimeout as wait } from 'node:timers/promises';
import { toIsoString } from '../../../infra/clock.ts';
import type { Tenant } from '../../../kernel/auth/principal.ts';
import { asSystem, type WidgetWork } from '../../../kernel/data/context.ts';
import type { LeasedDelivery } from '../../../kernel/data/leased-delivery.ts';
import type { Attempt } from '../../../kernel/data/tables.ts';
import { countOutcomes } from '../../../kernel/deliveries/store.ts';
import type { Services } from '../../../kernel/module.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import * as suppressions from '../../people/suppressions/index.ts';
import { type Connection, metricsOf } from '../connections/index.ts';
import { driverOf } from '../drivers/index.ts';
import type { Outcome } from './outcome.ts';
import { lockPlace } from './place.ts';
import type { Sent } from './sender.ts';
import * as store from './store.ts';

/** What a settled delivery was about. */
export interface SettledMessage {
  tenant: Tenant;
  message?: Pick<store.OutgoingMessage, 'data'>;
  connection?: Connection;
}

type Final = Exclude<Outcome, { kind: 'later' }> | { kind: 'skipped' };

/** A delivery ends with a call, or without one. */
type Ended = Omit<Sent, 'outcome'> & { outcome: Sent['outcome'] | { kind: 'skipped' }; startedAt?: number };

interface Finished extends Pick<Sent, 'last'> {
  outcome: Final;
  attempt: Attempt | null;
}

/** Stores what became of a message, and tells agents. */
export function createSettling(services: Services) {
  const { unitOfWork, clock, metrics } = services;
  const { autocommit } = unitOfWork;

  /** Resolves to whether the vendor wants nothing of the connection for now. */
  async function settle(delivery: LeasedDelivery, about: SettledMessage, ended: Ended) {
    const { outcome } = ended;
    const { kind } = outcome;
    count(delivery, about.connection?.provider ?? 'none', outcome);
    const attempt = toAttempt(delivery, ended, clock());
    const status = kind === 'sent' ? 'delivered' : kind === 'later' ? 'pending' : kind;
    // First, so that a delivery whose outcome is visible has been counted.
    await insist(() =>
      countOutcomes(autocommit, [{ delivery, status, failures: delivery.failures, due_at: null, attempt }]),
    );
    if (outcome.kind === 'later') {
      await postpone(delivery, about, { outcome, attempt });
      return outcome.scope === 'connection';
    }
    await insist(() => finish(delivery, about, { outcome, attempt, last: ended.last }));
    return false;
  }

  function count(delivery: LeasedDelivery, provider: string, outcome: Ended['outcome']) {
    const { countSend, countWait, observeLag } = metricsOf(metrics);
    countSend(provider, outcome.kind === 'failed' ? outcome.reason : outcome.kind);
    if (outcome.kind === 'later' && outcome.limitedSince !== null) countWait(provider, outcome.scope);
    if (outcome.kind === 'sent') observeLag(provider, 'out', msSince(delivery.created_at, clock()));
  }

  async function postpone(
    delivery: LeasedDelivery,
    { message }: SettledMessage,
    { outcome, attempt }: { outcome: Extract<Outcome, { kind: 'later' }>; attempt: Attempt | null },
  ) {
    const { afterMs, failures, limitedSince } = outcome;
    const at = clock().add({ milliseconds: Math.ceil(afterMs) });
    const data = limitedSince === null ? null : { limited_since: limitedSince };
    // A message that a rate limit holds up for minutes has one line in the log, not hundreds.
    const isLogged = failures > delivery.failures || !message?.data;
    await store.postpone(autocommit, delivery, { at, failures, data, attempt: isLogged ? attempt : null });
  }

  async function finish(delivery: LeasedDelivery, about: SettledMessage, finished: Finished) {
    const { tenant } = about;
    for (let attempts = 0; attempts < 3; attempts += 1) {
      const isMoved = await unitOfWork.write({ tenant }, (work) =>
        finishIn(asSystem(work, tenant), delivery, about, finished),
      );
      if (!isMoved) return;
    }
  }

  return { settle };
}

const RETRY_MS = [100, 500, 2_000];

/** What the vendor accepted is recorded, or it would be sent again. */
async function insist(record: () => Promise<void>) {
  for (const pauseMs of RETRY_MS) {
    try {
      return await record();
    } catch {
      await wait(pauseMs);
    }
  }
  return record();
}

async function finishIn(
  ctx: WidgetWork,
  delivery: LeasedDelivery,
  { connection }: SettledMessage,
  { outcome, attempt, last }: Finished,
) {
  const { place, chat, isMoved } = await lockPlace(ctx, delivery.id);
  if (!place) return isMoved;
  // Another node has taken the lease over, and knows better what becomes of it. What was sent was sent.
  if (outcome.kind !== 'sent' && place.attempts !== delivery.attempts) return false;
  const { chat_id: chatId, message_id: messageId } = place;
  store.settle(ctx, { id: delivery.id, status: outcome.kind === 'sent' ? 'delivered' : outcome.kind, attempt });
  const paceMs = connection && outcome.kind === 'sent' ? driverOf(connection).pace.chatMs : 0;
  store.promoteNext(ctx, chatId, ctx.now.add({ milliseconds: paceMs }));
  ctx.wake({ kind: 'messenger', destinationId: delivery.destination_id });
  if (!chat || outcome.kind === 'skipped') return false;
  if (outcome.kind === 'sent') {
    if (last && connection) messages.recordExternal(ctx, { connectionId: connection.id, chatId, messageId, ...last });
    await messages.setDelivery(ctx, chatId, [{ messageId, status: 'sent' }]);
    return false;
  }
  const { reason, code, detail, isUnknown } = outcome;
  if (isUnknown) recipients.settleUnknown(ctx, { chatId, messageId });
  const [failed] = await messages.setDelivery(ctx, chatId, [{ messageId, status: 'failed', reason, code, detail }]);
  if (reason === 'recipient_blocked' && failed?.is_outreach && chat.client_id !== null) {
    await suppressions.suppressAll(ctx, { channel: chat.channel, number: chat.client_id, reason: 'recipient_blocked' });
  }
  const isReachChanged =
    (reason === 'recipient_blocked' && (await store.setChatBlocked(ctx, chatId))) ||
    (reason === 'window_closed' && (await store.closeWindow(ctx, chatId)));
  if (isReachChanged) await chats.change(ctx, chatId, {});
  return false;
}

/** The line of the log; null if nothing was called. */
function toAttempt(
  { attempts: number }: LeasedDelivery,
  { outcome, refusal, startedAt }: Ended,
  now: Temporal.Instant,
): Attempt | null {
  if (startedAt === undefined || !(refusal || outcome.kind === 'sent')) return null;
  return {
    at: toIsoString(now),
    number,
    status: refusal ? refusal.status : 200,
    duration_ms: Math.round(performance.now() - startedAt),
    error: refusal?.message ?? null,
    answer: refusal?.code ?? null,
  };
}

const msSince = (at: string, now: Temporal.Instant) => now.since(Temporal.Instant.from(at)).total('milliseconds');
