import type { api, OnsiteCounts, SendCounts } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context, InWidget, Read, WidgetWork } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as recipients from '../../people/recipients/index.ts';
import { checkAudience } from '../audience/index.ts';
import type { KindOfSend } from './kinds.ts';
import * as store from './store.ts';

interface ListQuery {
  status?: store.Send['status'];
  channel?: string;
  cursor?: string;
  limit: number;
}

type Counts = SendCounts | OnsiteCounts;

/** Sends of several kinds, newest first. */
export function list<C extends Counts>(
  ctx: Context<Read>,
  kinds: KindOfSend<C>[],
  { status, channel, ...query }: ListQuery,
) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: async ([before], limit) => {
      const found = await store.list(ctx, { kinds: kinds.map(({ name }) => name), status, channel, before, limit });
      return withCounts(ctx, kinds, found);
    },
    item: (row) => row,
  });
}

async function withCounts<C extends Counts>(ctx: InWidget<Read>, kinds: KindOfSend<C>[], found: store.Send[]) {
  const countsOf = new Map<store.SendKind, (id: number) => C>();
  for (const { name, countBySend } of kinds) {
    const own = found.filter(({ kind }) => kind === name);
    if (own.length) countsOf.set(name, await countBySend(ctx, own));
  }
  return found.flatMap((send) => {
    const counts = countsOf.get(send.kind)?.(send.id);
    return counts ? toSend(send, counts) : [];
  });
}

function toSend<C extends Counts>(send: store.Send, counts: C) {
  const { kind: _, paused_from: __, frozen_up_to: ___, frozen_at: ____, ends_at: _____, ...shown } = send;
  const { refusals: ______, retry_at: _______, tried_before: ________, failed_before: _________, ...members } = shown;
  const { consent_at, consent_token_id: token_id, consent_agent_id: agent_id, ...rest } = members;
  return { ...rest, counts, consent: consent_at === null ? null : { at: consent_at, token_id, agent_id } };
}

async function shown<C extends Counts>(ctx: InWidget<Read>, kind: KindOfSend<C>, send: store.Send) {
  const countsOf = await kind.countBySend(ctx, [send]);
  return toSend(send, countsOf(send.id));
}

async function find(ctx: InWidget<Read>, kind: KindOfSend, id: number) {
  const found = await store.find(ctx, kind.name, id);
  if (!found) throw problem('not_found');
  return found;
}

async function lock(ctx: Context, kind: KindOfSend, id: number) {
  const found = await store.lock(ctx, kind.name, id);
  if (!found) throw problem('not_found');
  return found;
}

/** For what comes in later than the send may live. */
export const lockIfPresent = (ctx: InWidget, kind: KindOfSend, id: number) => store.lock(ctx, kind.name, id);

export const { findKind, recordRefusals } = store;

export const get = async <C extends Counts>(ctx: Context<Read>, kind: KindOfSend<C>, id: number) =>
  shown(ctx, kind, await find(ctx, kind, id));

type NewSend = Pick<store.Send, 'channel' | 'name' | 'settings'>;

export async function create<C extends Counts>(
  ctx: Context,
  kind: KindOfSend<C>,
  { channel, name, settings }: NewSend,
) {
  await kind.checkSettings(ctx, { channel, settings });
  await checkAudience(ctx, settings.audience);
  return shown(ctx, kind, await store.insert(ctx, { kind: kind.name, channel, name, settings }));
}

/** As a new draft. */
export async function copy<C extends Counts>(ctx: Context, kind: KindOfSend<C>, id: number) {
  const { channel, name, settings } = await find(ctx, kind, id);
  return shown(ctx, kind, await store.insert(ctx, { kind: kind.name, channel, name, settings }));
}

interface Edit {
  name?: string;
  /** Each member replaces the stored one; null removes it. */
  settings?: Record<string, unknown>;
}

export async function edit<C extends Counts>(ctx: Context, kind: KindOfSend<C>, id: number, { name, settings }: Edit) {
  const send = await lock(ctx, kind, id);
  if (settings === undefined) return shown(ctx, kind, await store.update(ctx, send, { name }));
  if (send.status !== 'draft') throw problem('not_editable');
  const entries = Object.entries({ ...send.settings, ...settings }).filter(([, value]) => value !== null);
  const merged = kind.complete ? kind.complete(Object.fromEntries(entries)) : Object.fromEntries(entries);
  await kind.checkSettings(ctx, { channel: send.channel, settings: merged });
  if (settings.audience) await checkAudience(ctx, (merged as store.Send['settings']).audience);
  const changes = { settings: merged, ...(name !== undefined && { name }) };
  return shown(ctx, kind, await store.update(ctx, send, changes));
}

const ACTIVE: readonly store.Send['status'][] = ['scheduled', 'running', 'paused'];

/** Its recipients go with it; messages stay in their chats. */
export async function remove(ctx: Context, kind: KindOfSend, id: number) {
  const send = await lock(ctx, kind, id);
  if (ACTIVE.includes(send.status)) throw problem('still_active');
  await recipients.removeOfSend(ctx, id);
  await store.remove(ctx, id);
  await kind.followRemoval?.(ctx, send);
}

/** Starts a draft, or schedules it. */
export async function start<C extends Counts>(ctx: Context, kind: KindOfSend<C>, id: number) {
  const send = await lock(ctx, kind, id);
  if (send.status !== 'draft') throw problem('wrong_status');
  await kind.checkSettings(ctx, send);
  kind.checkComplete(ctx, send);
  await kind.checkReady(ctx, send);
  await kind.checkReachable?.(ctx, send);
  const { from, to } = kind.periodOf(send);
  const [at, endsAt] = [from, to].map((text) => (text === undefined ? undefined : readMoment(text)));
  const isAhead = at !== undefined && Temporal.Instant.compare(at, ctx.now) > 0;
  const started = await changeStatus(ctx, kind, send, {
    ...(kind.dispatch && consentOf(ctx)),
    ...(isAhead ? { status: 'scheduled', scheduled_for: toIsoString(at) } : running(ctx)),
    ends_at: endsAt ? toIsoString(endsAt) : null,
  });
  const begun = isAhead ? started : await freeze(ctx, kind, started);
  wakeEngine(ctx, id);
  return shown(ctx, kind, begun);
}

const consentOf = ({ now, principal }: Context) => ({
  consent_at: toIsoString(now),
  consent_token_id: principal.kind === 'token' ? principal.id : null,
  consent_agent_id: principal.kind === 'session' ? principal.agentId : null,
});

/** Every change of the status, by people and by the engine. */
export async function changeStatus(ctx: WidgetWork, kind: KindOfSend, send: store.Send, changes: store.Changes) {
  const changed = await store.update(ctx, send, changes);
  await kind.followStatus?.(ctx, changed);
  return changed;
}

/** Contacts looked at in one write. */
const FROZEN = 5_000;

/** Fixes the next recipients. A node that dies leaves off where the next one goes on. */
export async function freeze(ctx: WidgetWork, kind: KindOfSend, send: store.Send) {
  if (!kind.dispatch) return send;
  const last = await kind.dispatch.freeze(ctx, send, FROZEN);
  return store.update(ctx, send, last === undefined ? { frozen_at: toIsoString(ctx.now) } : { frozen_up_to: last });
}

/** The first recipients are fixed as it begins. */
export const running = ({ now }: Pick<Read, 'now'>) =>
  ({ status: 'running', started_at: toIsoString(now) }) satisfies store.Changes;

const wakeEngine = (ctx: Context, id: number) => ctx.wake({ kind: 'send', destinationId: id });

type Action = Body<typeof api.broadcasts.transition, 'action'>['action'];

/** The statuses from which a person may take each action. */
const ALLOWED: Record<Action, readonly store.Send['status'][]> = {
  pause: ['scheduled', 'running'],
  resume: ['paused'],
  finish: ['running', 'paused'],
  cancel: ['scheduled', 'running', 'paused'],
};

/** Once this has answered, nothing begins that the new status does not allow: the lock waits for claims under way. */
export async function transition<C extends Counts>(ctx: Context, kind: KindOfSend<C>, id: number, action: Action) {
  const send = await lock(ctx, kind, id);
  const isEarlyFinish = action === 'finish' && send.status === 'scheduled' && kind.canFinishScheduled;
  if (!ALLOWED[action].includes(send.status) && !isEarlyFinish) throw problem('wrong_status');
  return shown(ctx, kind, await take(ctx, kind, send, action));
}

async function take(ctx: Context, kind: KindOfSend, send: store.Send, action: Action) {
  if (action === 'pause') return pause(ctx, kind, send, null);
  if (action === 'resume') return resume(ctx, kind, send);
  return end(ctx, kind, send, action === 'finish' ? 'finished' : 'cancelled');
}

/** With the reason, if the engine does it. */
export const pause = (ctx: WidgetWork, kind: KindOfSend, send: store.Send, reason: store.Send['pause_reason']) =>
  changeStatus(ctx, kind, send, {
    status: 'paused',
    pause_reason: reason,
    paused_from: send.status === 'scheduled' ? 'scheduled' : 'running',
  });

async function resume(ctx: Context, kind: KindOfSend, send: store.Send) {
  await kind.checkReady(ctx, send);
  const isScheduled = send.paused_from === 'scheduled' && !isPast(ctx, send.scheduled_for);
  const again = isScheduled
    ? { status: 'scheduled' as const }
    : send.started_at
      ? { status: 'running' as const }
      : running(ctx);
  const { tried, failed } = await countTried(ctx, kind, send);
  const cleared = { pause_reason: null, paused_from: null, refusals: 0, retry_at: null };
  const counted = { tried_before: tried, failed_before: failed };
  const resumed = await changeStatus(ctx, kind, send, { ...again, ...cleared, ...counted });
  const begun = resumed.status === 'running' && !resumed.frozen_at ? await freeze(ctx, kind, resumed) : resumed;
  wakeEngine(ctx, send.id);
  return begun;
}

const isPast = ({ now }: Pick<Read, 'now'>, time: string | null) =>
  time === null || Temporal.Instant.compare(Temporal.Instant.from(time), now) <= 0;

/** How many were tried, and failed. */
export async function countTried(ctx: InWidget<Read>, kind: KindOfSend, send: store.Send) {
  const counts = (await kind.countBySend(ctx, [send]))(send.id);
  if (!('pending' in counts)) return { pending: 0, tried: 0, failed: 0 };
  const failed = counts.failed + counts.bounced;
  return { pending: counts.pending, tried: counts.sent + failed + counts.unknown, failed };
}

/** Recipients who have not been sent to count as skipped from now on, however many they are. */
export const end = (ctx: WidgetWork, kind: KindOfSend, send: store.Send, status: 'finished' | 'cancelled') =>
  changeStatus(ctx, kind, send, {
    status,
    pause_reason: null,
    paused_from: null,
    finished_at: toIsoString(ctx.now),
  });

type RecipientQuery = Query<typeof api.broadcasts.listRecipients, 'state' | 'cursor' | 'limit'>;

export async function listRecipients(
  ctx: Context<Read>,
  kind: KindOfSend,
  id: number,
  { state, ...query }: RecipientQuery,
) {
  const { status } = await find(ctx, kind, id);
  return paged(ctx, query, {
    position: (row: recipients.RecipientRow) => [row.id],
    read: ([after], limit) => recipients.list(ctx, id, { states: recipients.statesOf(state, status), after, limit }),
    item: (row) => recipients.toRecipient(row, status),
  });
}
