import type { api, Broadcast } from '@parley/contract';
import { toIsoString } from '../../../infra/clock.ts';
import type { Context, InWidget, Read } from '../../../kernel/data/context.ts';
import { readMoment } from '../../../kernel/data/moments.ts';
import { paged } from '../../../kernel/data/pages.ts';
import type { Body, Query } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as recipients from '../../people/recipients/index.ts';
import type { KindOfSend } from './kinds.ts';
import * as store from './store.ts';

type ListQuery = Query<typeof api.broadcasts.list, 'status' | 'channel' | 'cursor' | 'limit'>;

export function list(ctx: Context<Read>, kind: KindOfSend, { status, channel, ...query }: ListQuery) {
  return paged(ctx, query, {
    position: ({ id }: { id: number }) => [id],
    read: async ([before], limit) => {
      const found = await store.list(ctx, { kind: kind.name, status, channel, before, limit });
      return withCounts(ctx, found);
    },
    item: (row) => row,
  });
}

async function withCounts(ctx: InWidget<Read>, found: store.Send[]) {
  const countsOf = await recipients.countBySend(
    ctx,
    found.map(({ id }) => id),
  );
  return found.map((send) => toSend(send, countsOf(send.id)));
}

function toSend(send: store.Send, counts: Broadcast['counts']): Broadcast {
  const { kind: _, paused_from: __, frozen_up_to: ___, frozen_at: ____, ...shown } = send;
  const { consent_at, consent_token_id: token_id, consent_agent_id: agent_id, ...rest } = shown;
  return { ...rest, counts, consent: consent_at === null ? null : { at: consent_at, token_id, agent_id } };
}

async function shown(ctx: InWidget<Read>, send: store.Send) {
  const countsOf = await recipients.countBySend(ctx, [send.id]);
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

export const get = async (ctx: Context<Read>, kind: KindOfSend, id: number) => shown(ctx, await find(ctx, kind, id));

type NewSend = Pick<store.Send, 'channel' | 'name' | 'settings'>;

export async function create(ctx: Context, kind: KindOfSend, { channel, name, settings }: NewSend) {
  await kind.checkSettings(ctx, { channel, settings });
  return shown(ctx, await store.insert(ctx, { kind: kind.name, channel, name, settings }));
}

/** As a new draft. */
export async function copy(ctx: Context, kind: KindOfSend, id: number) {
  const { channel, name, settings } = await find(ctx, kind, id);
  return shown(ctx, await store.insert(ctx, { kind: kind.name, channel, name, settings }));
}

interface Edit {
  name?: string;
  /** Each member replaces the stored one; null removes it. */
  settings?: Record<string, unknown>;
}

export async function edit(ctx: Context, kind: KindOfSend, id: number, { name, settings }: Edit) {
  const send = await lock(ctx, kind, id);
  if (settings === undefined) return shown(ctx, await store.update(ctx, send, { name }));
  if (send.status !== 'draft') throw problem('not_editable');
  const merged = Object.fromEntries(
    Object.entries({ ...send.settings, ...settings }).filter(([, value]) => value !== null),
  );
  await kind.checkSettings(ctx, { channel: send.channel, settings: merged });
  return shown(ctx, await store.update(ctx, send, { settings: merged, ...(name !== undefined && { name }) }));
}

const ACTIVE: readonly store.Send['status'][] = ['scheduled', 'running', 'paused'];

/** Its recipients go with it; messages stay in their chats. */
export async function remove(ctx: Context, kind: KindOfSend, id: number) {
  const send = await lock(ctx, kind, id);
  if (ACTIVE.includes(send.status)) throw problem('still_active');
  await recipients.removeOfSend(ctx, id);
  await store.remove(ctx, id);
}

/** Starts a draft, or schedules it. */
export async function start(ctx: Context, kind: KindOfSend, id: number) {
  const send = await lock(ctx, kind, id);
  if (send.status !== 'draft') throw problem('wrong_status');
  await kind.checkSettings(ctx, send);
  kind.checkComplete(send);
  await kind.checkReady(ctx, send);
  await kind.checkReachable(ctx, send);
  const { principal } = ctx;
  const consent = {
    consent_at: toIsoString(ctx.now),
    consent_token_id: principal.kind === 'token' ? principal.id : null,
    consent_agent_id: principal.kind === 'session' ? principal.agentId : null,
  };
  const at = send.settings.send_at === undefined ? undefined : readMoment(send.settings.send_at);
  const isAhead = at !== undefined && Temporal.Instant.compare(at, ctx.now) > 0;
  const started = isAhead
    ? await store.update(ctx, send, { ...consent, status: 'scheduled', scheduled_for: toIsoString(at) })
    : await store.update(ctx, send, { ...consent, ...running(ctx) });
  wakeEngine(ctx, id);
  return shown(ctx, started);
}

/** The recipients are fixed as it begins. */
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
export async function transition(ctx: Context, kind: KindOfSend, id: number, action: Action) {
  const send = await lock(ctx, kind, id);
  if (!ALLOWED[action].includes(send.status)) throw problem('wrong_status');
  if (action === 'pause') return shown(ctx, await pause(ctx, send, null));
  if (action === 'resume') return resume(ctx, kind, send);
  return end(ctx, send, action === 'finish' ? 'finished' : 'cancelled');
}

/** With the reason, if the engine does it. */
export const pause = (ctx: InWidget, send: store.Send, reason: store.Send['pause_reason']) =>
  store.update(ctx, send, {
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
  const resumed = await store.update(ctx, send, { ...again, pause_reason: null, paused_from: null });
  wakeEngine(ctx, send.id);
  return shown(ctx, resumed);
}

const isPast = ({ now }: Pick<Read, 'now'>, time: string | null) =>
  time === null || Temporal.Instant.compare(Temporal.Instant.from(time), now) <= 0;

/** Whoever has not been sent to is skipped. */
export async function end(ctx: InWidget, send: store.Send, status: 'finished' | 'cancelled') {
  await recipients.skipPending(ctx, send.id, status);
  const ended = await store.update(ctx, send, {
    status,
    pause_reason: null,
    paused_from: null,
    finished_at: toIsoString(ctx.now),
  });
  return shown(ctx, ended);
}

type RecipientQuery = Query<typeof api.broadcasts.listRecipients, 'state' | 'cursor' | 'limit'>;

export async function listRecipients(
  ctx: Context<Read>,
  kind: KindOfSend,
  id: number,
  { state, ...query }: RecipientQuery,
) {
  await find(ctx, kind, id);
  return paged(ctx, query, {
    position: (row: recipients.RecipientRow) => [row.id],
    read: ([after], limit) => recipients.list(ctx, id, { states: recipients.statesOf(state), after, limit }),
    item: recipients.toRecipient,
  });
}
