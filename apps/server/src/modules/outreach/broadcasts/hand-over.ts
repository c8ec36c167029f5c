import type { BroadcastSettings } from '@parley/contract';
import type { WidgetWork } from '../../../kernel/data/context.ts';
import { addBroadcasts, addMessengerMessage } from '../../../kernel/deliveries/replies.ts';
import * as files from '../../account/files/index.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as messages from '../../conversations/messages/index.ts';
import * as recipients from '../../people/recipients/index.ts';
import type { Claimed, Send } from '../sends/index.ts';
import { targetOf } from './preview.ts';
import { settingsOf } from './settings.ts';
import * as store from './store.ts';
import { createTexts } from './texts.ts';

/**
 * Stores the message in the chats of claimed recipients, unless there is a reason against it by now. On other channels than
 * the site it is on its way until its delivery has ended.
 */
export async function handOver(ctx: WidgetWork, send: Send, claimed: Claimed[]) {
  const found = await store.listReached(
    ctx,
    await targetOf(ctx, send),
    claimed.map(({ contact_id }) => contact_id),
  );
  const byContact = new Map(found.map((each) => [each.contact_id, each]));
  const sent = await sendTo(
    ctx,
    send,
    found.filter(({ reason }) => reason === null),
  );
  const settled = claimed.flatMap(({ id, contact_id }) => {
    const contact = byContact.get(contact_id);
    const chatId = contact?.chat_id ?? null;
    const reason = contact ? contact.reason : 'erased';
    if (reason !== null) return { id, state: 'skipped' as const, reason, chatId, messageId: null };
    const messageId = sent.get(contact?.chat_id ?? 0);
    // Its chat was merged or became spam in between: it is claimed again.
    if (messageId === undefined) return [];
    const state = send.channel === chats.SITE ? ('sent' as const) : ('handed' as const);
    return { id, state, reason: null, chatId, messageId };
  });
  if (settled.length) recipients.settleClaims(ctx, send.id, settled);
  return { outcomes: settled.map(({ state }) => state) };
}

type Keyboard = NonNullable<NonNullable<BroadcastSettings['message']>['keyboard']>;

/** Messages by chat. */
async function sendTo(ctx: WidgetWork, send: Send, open: store.Reached[]) {
  if (!open.length) return new Map<number, number>();
  await messages.lockHeads(
    ctx,
    open.map(({ chat_id }) => chat_id),
  );
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
    origin: `broadcast:${send.id}`,
  });
  deliver(ctx, send.channel, sent);
  return new Map(sent.map(({ chat_id, id }) => [chat_id, id]));
}

function deliver(ctx: WidgetWork, channel: string, sent: messages.SentMessage[]) {
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
