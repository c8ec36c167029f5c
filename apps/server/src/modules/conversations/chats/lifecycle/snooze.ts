import { toIsoString } from '../../../../infra/clock.ts';
import type { Context, WidgetContext } from '../../../../kernel/data/context.ts';
import { readMoment } from '../../../../kernel/data/moments.ts';
import { invalid, problem } from '../../../../kernel/problems.ts';
import { get, getLocked } from '../service.ts';
import type { HeadChanges, LockedChat } from '../store.ts';
import { change } from './changes.ts';

export const AWAKE = { snoozed_at: null, snoozed_until: null } satisfies HeadChanges;

const MAX_SNOOZE = { hours: 366 * 24 };

/** Null means until the visitor writes. */
export function parseSnoozeUntil({ now }: WidgetContext, until: string | null) {
  if (until === null) return null;
  const moment = readMoment(until);
  if (!moment || Temporal.Instant.compare(moment, now) <= 0) throw invalid({ until: 'must be in the future' });
  if (Temporal.Instant.compare(moment, now.add(MAX_SNOOZE)) > 0) throw invalid({ until: 'must be within one year' });
  return toIsoString(moment);
}

export async function snooze(ctx: Context, id: number, until: string | null) {
  const snoozedUntil = parseSnoozeUntil(ctx, until);
  const chat = await getLocked(ctx, id);
  if (chat.is_internal) throw problem('chat_has_no_client');
  if (chat.state === 'spam') throw problem('chat_is_spam');
  if (chat.done_at !== null) throw problem('chat_is_done');
  await snoozeChat(ctx, chat, snoozedUntil);
  return get(ctx, id);
}

/** The chat is locked, and neither spam nor done. */
export async function snoozeChat(ctx: WidgetContext, chat: LockedChat, until: string | null) {
  if (chat.snoozed_at !== null && chat.snoozed_until === until) return;
  const log = [{ type: 'snoozed' as const, until, before: { head: snoozeOf(chat) } }];
  await change(ctx, chat.id, { head: { snoozed_at: ctx.now.toString(), snoozed_until: until }, log });
}

export async function wake(ctx: Context, id: number) {
  const chat = await getLocked(ctx, id);
  if (chat.snoozed_at !== null) await change(ctx, id, { head: AWAKE, log: [{ type: 'woken' }] });
  return get(ctx, id);
}

const snoozeOf = ({ snoozed_at, snoozed_until }: LockedChat) => ({ snoozed_at, snoozed_until });
