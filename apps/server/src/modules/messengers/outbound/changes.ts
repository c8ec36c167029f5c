import type { api } from '@parley/contract';
import type { Before, Context, Read } from '../../../kernel/data/context.ts';
import { addMessengerMessage } from '../../../kernel/deliveries/replies.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { problem } from '../../../kernel/problems.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as channels from '../../outside/channels/index.ts';
import { findConnection } from '../connections/index.ts';
import { driverOf, type SentMessage, VendorRefusal } from '../drivers/index.ts';
import { isOfAnotherAccount } from './courier.ts';
import { openLine } from './line.ts';
import * as store from './store.ts';

type Outside = Before<Context<Read>>;

interface Place {
  id: number;
  message_id: number;
}

/** Sends a message that failed once more, with fresh attempts. Parts that arrived are not repeated. */
export async function resend(ctx: Context, { id: chatId, message_id: messageId }: Place) {
  const chat = await chats.getLocked(ctx, chatId);
  messages.refuseTokenInInternalChat(ctx, chat);
  const message = await messages.findForChange(ctx, chatId, messageId);
  if (!message || message.private) throw problem('not_found');
  const { connection_id: connectionId } = chat;
  const channelId = chats.channelIdOf(chat.channel);
  const isFailed = message.delivery?.status === 'failed' && message.deleted_at === null;
  if (!isFailed || (connectionId === null && !channelId)) throw problem('not_failed');
  if (connectionId !== null) await store.forgetUndelivered(ctx, { connectionId, chatId, messageId });
  const [queued] = await messages.setDelivery(ctx, chatId, [{ messageId, status: 'queued', isResend: true }]);
  if (connectionId === null) await channels.sendAgain(ctx, { channelId, chatId, messageId });
  else addMessengerMessage(ctx, { connectionId, chatId, messageId });
  return messages.createSerializer(ctx)(queued ?? message);
}

export async function edit(ctx: Outside, place: Place, { body }: Body<typeof api.messages.edit, 'body'>) {
  const { message, line, sent } = await findSent(ctx, place, 'edit');
  const { driver } = line;
  // A text that was cut into parts has no one message to edit, and an edit would take a keyboard's buttons away.
  const [only, ...others] = sent;
  const isEditable = message.type === 'text' && others.length === 0 && body.length <= driver.limits.text;
  if (!only || !isEditable) throw problem('edit_refused');
  if (body !== message.body) await asChange(line.call(async (access) => driver.edit?.(access, only, body)));
  return async (inside: Context) => {
    const edited = await messages.editBody(inside, place.id, place.message_id, body);
    if (!edited) throw problem('not_found');
    return messages.createSerializer(inside)(edited);
  };
}

export async function remove(ctx: Outside, place: Place) {
  const { line, sent, connectionId } = await findSent(ctx, place, 'remove');
  if (!sent.length) throw problem('edit_refused');
  for (const [index, each] of sent.entries()) {
    await asChange(line.call(async (access) => line.driver.remove?.(access, each)));
    // If the vendor is away for the next part, another request goes on there.
    if (index < sent.length - 1) await store.forgetPart(ctx.unitOfWork.autocommit, ctx, connectionId, each.id);
  }
  return async (inside: Context) => {
    if (!(await messages.markDeleted(inside, place.id, place.message_id))) throw problem('not_found');
  };
}

/** A message that the vendor has from us. */
async function findSent(ctx: Outside, { id, message_id: messageId }: Place, change: 'edit' | 'remove') {
  const chat = await chats.getRow(ctx, id);
  messages.refuseTokenInInternalChat(ctx, chat);
  const message = await messages.findForChange(ctx, id, messageId);
  if (!message || message.private) throw problem('not_found');
  const side = chat.connection_id === null ? undefined : await store.findSide(ctx, id);
  if (!side) throw problem('edit_not_supported');
  const connection = await findConnection(ctx, side.connection_id);
  if (connection && !driverOf(connection)[change]) throw problem('edit_not_supported');
  if (!isOurs(message)) throw problem('edit_refused');
  if (!connection || isOfAnotherAccount(connection, side)) {
    throw problem('edit_refused', 'The messenger is not connected.');
  }
  const { person, conversation, connection_id: connectionId } = side;
  const sent = (await messages.listExternal(ctx, id, messageId)).map(
    ({ external_id }): SentMessage => ({ person, conversation, id: external_id }),
  );
  return { message, line: openLine(ctx, connection), sent, connectionId };
}

/** Sent by us, and not deleted. What one of ours typed in the vendor's own app has no agent, and is not ours to change. */
function isOurs({
  sender,
  agent_id,
  delivery,
  deleted_at,
}: NonNullable<Awaited<ReturnType<typeof messages.findForChange>>>) {
  const isTypedElsewhere = sender === 'agent' && agent_id === null;
  const isSent = delivery !== null && delivery.status !== 'queued' && delivery.status !== 'failed';
  return sender !== 'client' && !isTypedElsewhere && isSent && deleted_at === null;
}

/** Nothing of ours changes unless the vendor has changed it. */
async function asChange(call: Promise<void>) {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error;
    const { verdict, detail } = error;
    const said = detail ? `The messenger says: ${detail}` : undefined;
    throw problem(verdict.kind === 'refused' ? 'edit_refused' : 'upstream_failed', said);
  }
}
