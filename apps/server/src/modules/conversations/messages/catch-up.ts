import type { agentLive, CallBody } from '@parley/contract';
import type { Context, Read, WidgetContext } from '../../../kernel/data/context.ts';
import * as chats from '../chats/index.ts';
import { listChanged } from './changes/store.ts';
import { createSerializer, createVisitorSerializer } from './serialize.ts';
import { listAfter, type MessageRow } from './store.ts';

const BATCH = 100;

/** Messages after `seq`, oldest first. */
export async function listAfterSeq(ctx: WidgetContext<Read>, chat: chats.ChatRow, seq: number) {
  const rows = await listAfter(ctx, chat.id, { seq, limit: BATCH + 1 });
  return toBatch(rows, createVisitorSerializer(ctx, chat.agent_seen_seq));
}

type CatchUp = Omit<CallBody<typeof agentLive.calls.catch_up>, 'chat_id'>;

/** A chat with what came after. The chat is read first: messages newer than it do no harm. */
export async function catchUp(ctx: Context<Read>, chatId: number, { after_id, after_log_id, after_version }: CatchUp) {
  const row = await chats.getRow(ctx, chatId);
  const limit = BATCH + 1;
  const [rows, log, changedRows] = await Promise.all([
    listAfter(ctx, chatId, { id: after_id, limit }),
    after_log_id === undefined ? [] : chats.listLogAfter(ctx, chatId, after_log_id, limit),
    after_version === undefined ? [] : listChanged(ctx, chatId, { version: after_version, lastId: after_id, limit }),
  ]);
  const serialize = createSerializer(ctx);
  const { messages, more } = toBatch(rows, serialize);
  const changed = toBatch(changedRows, serialize);
  return {
    chat: chats.toChat(row, ctx.now),
    messages,
    log: log.slice(0, BATCH),
    changed: changed.messages,
    version: (changed.more && changedRows[BATCH - 1]?.changed_version) || row.version,
    more: more || log.length > BATCH || changed.more,
  };
}

function toBatch<T>(rows: MessageRow[], read: (row: MessageRow) => T) {
  return { messages: rows.slice(0, BATCH).map(read), more: rows.length > BATCH };
}
