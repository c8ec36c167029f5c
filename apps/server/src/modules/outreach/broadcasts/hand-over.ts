import type { BroadcastSettings } from '@parley/contract';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { addBroadcasts, addMessengerMessage } from '../../../kernel/deliveries/replies.ts';
import * as files from '../../account/files/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import type { Claimed, Send } from '../sends/index.ts';
import { targetOf } from './preview.ts';
import * as queue from './queue/store.ts';
import { withdraw } from './queue/take-back.ts';
import { settingsOf } from './settings.ts';
import * as store from './store.ts';
import { createTexts } from './texts.ts';

/**
 * Stores the message in the chats of claimed recipients, unless there is a reason against it by now. On other channels than
 * the site it is on its way until its delivery has ended. Recipients whose chat is locked are claimed again: a merge locks
 * chats first, and would wait for this.
 */
export async function handOver(ctx: WidgetWork, send: Send, claimed: Claimed[]) {
  const target = await targetOf(ctx, send);
  const ids = claimed.map(({ contact_id }) => contact_id);
  const byContact = new Map((await store.listReached(ctx, target, ids)).map((each) => [each.contact_id, each]));
  const planned = claimed.map((each) => ({ ...each, contact: byContact.get(each.contact_id) }));
  const chatIds = planned.flatMap(({ chat_id, message_id, contact }) => [
    ...(message_id === null ? [] : [chat_id ?? 0]),
    ...(contact?.reason === null ? [contact.chat_id] : []),
  ]);
  const free = chatIds.length ? await messages.lockFreeHeads(ctx, chatIds) : new Set<number>();
  const held = await redeliver(
    ctx,
    send,
    planned.filter(({ contact, chat_id }) => !reasonOf(contact) && free.has(chat_id ?? 0)),
  );
  const fresh = planned.flatMap(({ id, contact }) =>
    contact && !reasonOf(contact) && !held.has(id) && free.has(contact.chat_id) ? contact : [],
  );
  const sent = await sendTo(ctx, { ...send, origin: `broadcast:${send.id}` }, fresh);
  const settled = [];
  for (const { id, contact, chat_id, message_id, attempts } of planned) {
    const reason = reasonOf(contact);
    const chatId = contact?.chat_id ?? null;
    if (reason && message_id !== null && chat_id !== null) {
      if (!free.has(chat_id)) continue;
      await withdraw(ctx, { chat_id, message_id, attempts });
    }
    if (reason) settled.push({ id, state: 'skipped' as const, reason, chatId, messageId: null });
    const messageId = held.get(id) ?? sent.get(chatId ?? 0);
    // Its chat was merged or became spam in between: it is claimed again.
    if (reason || messageId === undefined) continue;
    const state = send.channel === chats.SITE ? ('sent' as const) : ('handed' as const);
    settled.push({ id, state, reason: null, chatId: held.has(id) ? chat_id : chatId, messageId });
  }
  if (settled.length) recipients.settleClaims(ctx, send.id, settled);
  return { outcomes: settled.map(({ state }) => state) };
}

const reasonOf = (contact: store.Reached | undefined) => (contact ? contact.reason : 'erased');

/** Delivers messages that were stored before the send was paused. Returns them by recipient. */
async function redeliver(ctx: WidgetWork, send: Send, planned: Claimed[]) {
  const places = planned.flatMap(({ chat_id: chat, message_id: message }) =>
    chat && message ? { chat, message } : [],
  );
  if (!places.length) return new Map<number, number>();
  const found = await queue.listHeld(
    ctx,
    places.map(({ message }) => message),
    places.map(({ chat }) => chat),
  );
  deliver(
    ctx,
    send.channel,
    found.map(({ message_id: id, ...place }) => ({ id, ...place })),
  );
  const left = new Set(found.map(({ message_id }) => message_id));
  return new Map(
    planned.flatMap(({ id, message_id }) => (message_id !== null && left.has(message_id) ? [[id, message_id]] : [])),
  );
}

type Keyboard = NonNullable<NonNullable<BroadcastSettings['message']>['keyboard']>;

type Message = Pick<Send, 'channel' | 'settings'> & { origin: string };

/** Stores messages in locked chats, and queues them for delivery. Returns them by chat. */
export async function sendTo(ctx: WidgetWork, { origin, ...send }: Message, open: store.Reached[]) {
  if (!open.length) return new Map<number, number>();
  const settings = settingsOf(send);
  const { message, agent_id = null } = settings;
  const textsFor = await createTexts(ctx, settings);
  const texts = open.map((contact) => ({ chatId: contact.chat_id, ...textsFor(contact) }));
  const file = message?.file && (await files.find(ctx, message.file.id));
  const sent = await messages.sendToMany(ctx, texts, {
    type: message?.type ?? 'text',
    agent_id,
    ...(file && { file }),
    ...(message?.keyboard && { payload: { keyboard: styled(message.keyboard) } }),
    origin,
  });
  deliver(ctx, send.channel, sent);
  return new Map(sent.map(({ chat_id, id }) => [chat_id, id]));
}

type Delivered = Pick<messages.SentMessage, 'id' | 'chat_id' | 'connection_id'>;

function deliver(ctx: WidgetWork, channel: string, sent: Delivered[]) {
  const channelId = chats.channelIdOf(channel);
  if (channelId)
    addBroadcasts(ctx, { channelId, messages: sent.map(({ id, chat_id }) => ({ messageId: id, chatId: chat_id })) });
  for (const { id: messageId, chat_id: chatId, connection_id: connectionId } of sent) {
    if (connectionId !== null) addMessengerMessage(ctx, { connectionId, chatId, messageId });
  }
}

const styled = ({ buttons }: Keyboard) => ({
  buttons: buttons.map(({ style = 'primary', ...button }) => ({ ...button, style })),
});
