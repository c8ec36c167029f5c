import type { ChannelContext } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as channels from '../channels/index.ts';
import { type Message, readText } from './messages.ts';

type Party = Record<string, unknown> & { id?: number | string };

interface InboundRequest {
  sender: Party & { id: number | string };
  recipient?: Party | null;
  message: Message;
}

/** Receives a text from the remote side. A sender has one chat, unless recipients name several. */
export async function receive(ctx: ChannelContext, { sender, recipient, message }: InboundRequest) {
  const { text, name } = readMessage(message);
  const external_client_id = String(sender.id);
  const receipt = await channels.receive(ctx, ctx.principal.id, {
    external_client_id,
    external_channel_id: String(recipient?.id ?? ''),
    text,
    name,
    profile: {
      name: fieldOf(sender.name, 255),
      email: fieldOf(sender.email, 254, /^[^\s@]+@[^\s@]+$/),
      phone: fieldOf(sender.phone, 64),
    },
  });
  return { result: 'ok' as const, ...receipt };
}

/** Some clients reuse one id for all messages: only id and time together identify a repeat. */
function readMessage(message: Message) {
  if (typeof message === 'string') return { text: readText(message, 'message'), name: undefined };
  const { type = 'text', text, id, date } = message;
  if (type !== 'text' && type !== 'TEXT') throw invalid({ 'message.type': 'must be text' });
  const name = isExternalId(id) && isExternalId(date) ? `${id} ${date}` : undefined;
  return { text: readText(text, 'message.text'), name };
}

function isExternalId(value: unknown) {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** A field of the sender, if it fits. */
function fieldOf(value: unknown, longest: number, form = /\S/) {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return form.test(text) && text.length <= longest ? text : undefined;
}
