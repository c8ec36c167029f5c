import type { Message, VisitorMessage } from '@parley/contract';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import * as files from '../../account/files/index.ts';
import type { MessageRow } from './store.ts';

/** With file links that are valid now. */
export function createSerializer(ctx: InWidget<Read>) {
  const read = createVisitorSerializer(ctx);
  return (row: MessageRow): Message => ({
    ...read(row),
    seq: row.seq,
    chat_id: row.chat_id,
    origin: row.origin,
    private: row.private,
    mentions: row.payload?.mentions ?? [],
    delivery: row.delivery,
    edited_at: row.edited_at,
    deleted_at: row.deleted_at,
  });
}

/** Without members that only agents may see. */
export function createVisitorSerializer(ctx: InWidget<Read>, agentSeenSeq = Number.MAX_SAFE_INTEGER) {
  const linkTo = files.createLinks(ctx);
  return (row: MessageRow): VisitorMessage => {
    const file = fileOf(row);
    return {
      id: row.id,
      seq: row.seq as number,
      client_message_id: row.client_message_id,
      sender: row.sender,
      agent_id: row.agent_id,
      type: row.type,
      body: row.body,
      markdown: row.markdown,
      file,
      coords: row.payload?.coords ?? null,
      sticker: (row.payload?.sticker ?? null) as VisitorMessage['sticker'],
      keyboard: (row.payload?.keyboard ?? null) as VisitorMessage['keyboard'],
      url: file && linkTo(file),
      name: row.file_name,
      created_at: row.created_at,
      // The visitor does not learn that spam was read.
      seen_at: row.sender === 'client' && (row.seq ?? 0) > agentSeenSeq ? null : row.seen_at,
    };
  };
}

function fileOf({ file_id: id, file_name: name, file_type: type, file_size: size }: MessageRow) {
  return id === null || name === null || type === null || size === null ? null : { id, name, type, size };
}
