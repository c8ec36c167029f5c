import { events, type LogEntryType, type UndoableAction } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import * as chats from '../chats/index.ts';
import { untagChat } from './tags.ts';

type Entry = NonNullable<Awaited<ReturnType<typeof chats.findNewestEntry>>>;

/** The entries that an action leaves. */
const ENTRIES: Record<UndoableAction, LogEntryType[]> = {
  close: ['done'],
  reopen: ['reopened', 'not_spam', 'woken'],
  spam: ['spam'],
  snooze: ['snoozed'],
  assign: ['assigned', 'transferred'],
  tag: ['tagged'],
};

/** Whether the chat still is as the entry says. A message may have changed it, which leaves no entry. */
const HOLDS: Partial<Record<LogEntryType, (chat: chats.LockedChat, entry: Entry) => boolean>> = {
  done: ({ done_at, state }) => done_at !== null && state !== 'spam',
  reopened: ({ done_at, state }) => done_at === null && state !== 'spam',
  not_spam: ({ state }) => state !== 'spam',
  woken: ({ snoozed_at }) => snoozed_at === null,
  spam: ({ state }) => state === 'spam',
  snoozed: ({ snoozed_at }) => snoozed_at !== null,
  assigned: ({ agent_id }, { details }) => agent_id === details.subject_id,
  transferred: ({ agent_id }, { details }) => agent_id === details.subject_id,
};

/** Restores a locked chat as it was before its last action, if that was `action` and nothing else has changed it. */
export async function undo(ctx: Context, chat: chats.LockedChat, action: UndoableAction) {
  const entry = await chats.findNewestEntry(ctx, chat.id);
  if (!entry?.before || !ENTRIES[action].includes(entry.type)) return;
  if (HOLDS[entry.type]?.(chat, entry) === false) return;
  if (entry.type === 'tagged') return untagChat(ctx, chat, entry.details.tag ?? '');
  if (entry.type === 'assigned' || entry.type === 'transferred') return assignBack(ctx, chat, entry.before.chat);
  await chats.restoreState(ctx, chat, entry.before.head ?? {});
}

/** The previous owner need not be notified: they had the chat. */
async function assignBack(ctx: Context, chat: chats.LockedChat, before: chats.ChatChanges = {}) {
  const owner = before.agent_id ?? null;
  const log = owner === null ? { type: 'unassigned' as const } : { type: 'assigned' as const, subject_id: owner };
  await chats.change(ctx, chat.id, { chat: before, log: [log] });
  const data = chats.eventDataOf(chat);
  if (owner === null || !data) return;
  ctx.emit(events.chatTransferred, { ...data, agent_id: owner, reason: 'transfer' });
}
