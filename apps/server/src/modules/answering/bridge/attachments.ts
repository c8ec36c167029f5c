import type { api } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';

const MAX_BYTES = 5 * 2 ** 20;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const READABLE = /^(image|audio)\/|^(application\/pdf|text\/plain)$/;

type AboutFile = Body<typeof api.aiBridge.readAttachment, 'room_id' | 'trigger_message_id'>;

/** The file of a customer's message, of a type and size that a model can read. */
export async function readAttachment(ctx: Before<Context<Read>>, { room_id, trigger_message_id }: AboutFile) {
  if (!(await chats.findRow(ctx, room_id))) throw problem('not_found');
  const message = await messages.findOfClient(ctx, room_id, trigger_message_id);
  if (!message) throw problem('trigger_mismatch');
  const { file_id, file_name: name, file_type: type, file_size: size } = message;
  if (file_id === null || name === null || type === null || size === null) throw problem('not_found');
  const mayBeDocx = type === 'application/zip' && /\.docx$/i.test(name);
  if (!mayBeDocx && !READABLE.test(type)) throw unreadable(type);
  if (size > MAX_BYTES) throw invalid({ trigger_message_id: 'has a file larger than 5 MiB' });
  const bytes = await files.readBytes(ctx, file_id);
  if (!bytes) throw problem('not_found');
  if (mayBeDocx && !bytes.includes('word/document.xml')) throw unreadable(type);
  const found = {
    message_id: message.id,
    name,
    type: mayBeDocx ? DOCX : type,
    size,
    content_base64: bytes.toString('base64'),
  };
  return async () => found;
}

const unreadable = (type: string) =>
  problem('unsupported_media_type', `A file of the type ${type} is not read: only images, audio, PDF, text and DOCX.`);
