import type { NotificationKind, NotificationLine, RoutingLine } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as store from './store.ts';
import type { NotificationEntry, RoutingEntry } from './tables.ts';

/** A decision of a hundred agents is explained by the first of them. */
export const MAX_AGENTS = 20;

export function recordRouting(ctx: InWidget, chatId: number, entries: RoutingEntry[]) {
  store.record(ctx, { chatId, kind: 'routing', entries });
}

export function recordNotifications(
  ctx: InWidget,
  { chatId, kind, entries }: { chatId: number; kind: NotificationKind; entries: NotificationEntry[] },
) {
  store.record(ctx, { chatId, kind, entries: entries.slice(0, MAX_AGENTS) });
}

/** Of one agent. */
export function recordNotification(
  ctx: InWidget,
  { chatId, kind, ...entry }: { chatId: number; kind: NotificationKind } & Omit<NotificationEntry, 'sent'>,
) {
  store.record(ctx, { chatId, kind, entries: [{ ...entry, sent: entry.reason === 'sent' }] });
}

/** What was decided about a chat, newest first. */
export async function list(ctx: InWidget<Read>, chatId: number) {
  const routing: RoutingLine[] = [];
  const notifications: NotificationLine[] = [];
  for (const { kind, created_at: at, entries } of await store.list(ctx, chatId)) {
    for (const entry of entries) {
      if (kind === 'routing') routing.push({ at, ...(entry as RoutingEntry) });
      else notifications.push({ at, kind, ...(entry as NotificationEntry) });
    }
  }
  return { routing, notifications };
}
