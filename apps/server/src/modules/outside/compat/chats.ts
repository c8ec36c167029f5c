import type { ChannelContext } from '../../../kernel/data/context.ts';
import { invalid } from '../../../kernel/http/problems.ts';
import * as channels from '../channels/index.ts';
import { type Message, readText } from './messages.ts';

type Party = Record<string, unknown> & { id?: number | string };

interface Sent {
  sender: Party & { id: number | string };
  recipient?: Party | null;
  message: Message;
}

/** A text from the other side of a channel. There is one conversation with each sender, unless a recipient names several. */
export async function receive(ctx: ChannelContext, { sender, recipient, message }: Sent) {
  const { text, name } = read(message);
  const external_client_id = String(sender.id);
  const receipt = await channels.receive(ctx, ctx.principal.id, {
    external_client_id,
    external_channel_id: String(recipient?.id ?? ''),
    text,
    name,
    profile: {
      name: given(sender.name, 255),
      email: given(sender.email, 254, /^[^\s@]+@[^\s@]+$/),
      phone: given(sender.phone, 64),
    },
  });
  return { result: 'ok' as const, ...receipt };
}

/** Some call all their messages the same: only with its time an id says which one is sent again. */
function read(message: Message) {
  if (typeof message === 'string') return { text: readText(message, 'message'), name: undefined };
  const { type = 'text', text, id, date } = message;
  if (type !== 'text' && type !== 'TEXT') throw invalid({ 'message.type': 'must be text' });
  const name = isName(id) && isName(date) ? `${id} ${date}` : undefined;
  return { text: readText(text, 'message.text'), name };
}

function isName(value: unknown) {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/** What they say of themselves, as far as it fits. */
function given(value: unknown, longest: number, form = /\S/) {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return form.test(text) && text.length <= longest ? text : undefined;
}
