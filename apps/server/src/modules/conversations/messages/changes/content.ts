import { toIsoString } from '../../../../infra/clock.ts';
import type { InWidget, Read, WidgetWork } from '../../../../kernel/data/context.ts';
import { findLocked, type LockedChat } from '../../chats/index.ts';
import { reindex } from '../../search/index.ts';
import { toLastMessage } from '../head.ts';
import type { MessageRow } from '../store.ts';
import { publishChanges } from './publish.ts';
import * as store from './store.ts';

/** A message that its author edits or deletes in a messenger. */
export async function findForChange(ctx: InWidget<Read>, chatId: number, messageId: number) {
  const [found] = await store.listByIds(ctx, chatId, [messageId]);
  return found;
}

/**
 * The same text again changes nothing, and neither does none where the text is all there is. Undefined if the message does
 * not exist.
 */
export function editBody(ctx: WidgetWork, chatId: number, messageId: number, body: string | null) {
  const edited_at = toIsoString(ctx.now);
  const isSame = (row: MessageRow) => row.body === body || (body === null && row.file_id === null);
  return change(ctx, chatId, messageId, (row) =>
    row.deleted_at === null && !isSame(row) ? { ...row, body, markdown: null, edited_at } : row,
  );
}

/** Keeps the message's place in the chat. Undefined if it does not exist. */
export function markDeleted(ctx: WidgetWork, chatId: number, messageId: number) {
  const nothing = { body: null, markdown: null, payload: null };
  const noFile = { file_id: null, file_name: null, file_type: null, file_size: null };
  const deleted_at = toIsoString(ctx.now);
  return change(ctx, chatId, messageId, (row) =>
    row.deleted_at === null ? { ...row, ...nothing, ...noFile, deleted_at } : row,
  );
}

async function change(ctx: WidgetWork, chatId: number, id: number, toChanged: (row: MessageRow) => MessageRow) {
  const chat = await findLocked(ctx, chatId);
  const row = chat && (await findForChange(ctx, chatId, id));
  if (!chat || !row) return undefined;
  const changed = toChanged(row);
  if (changed !== row) await applyContent(ctx, chat, changed);
  return changed;
}

async function applyContent(ctx: WidgetWork, chat: LockedChat, row: MessageRow) {
  const isNewest = row.seq === chat.last_seq;
  store.updateContent(ctx, row, chat.version + 1);
  if (row.seq !== null) reindex(ctx, row);
  await publishChanges(ctx, chat, [row], isNewest ? { last_message: toLastMessage(row) } : {});
}
