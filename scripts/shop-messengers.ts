// Messengers of the shop, with customers who write in them, for pictures of their pages and of a chat.
import { setTimeout as wait } from 'node:timers/promises';
import type { Fakes } from '../apps/server/test/messengers/all.ts';
import type { Shop } from './widget-shop.ts';

const KLARA = { id: '4501', name: 'Klara Novák' };
const OTHERS = {
  wa: { id: '447700900145', name: 'Oliver Grant' },
  vk: { id: '88120', name: 'Дарья Соколова' },
};

/** Returns a chat in Telegram, in which one reply was read and another refused. */
export async function addMessengers(shop: Shop, { tg, wa, vk }: Fakes) {
  const { api } = shop;
  await api.messengers.connect({ params: { provider: 'tg' }, body: tg.credential });
  await api.messengers.connect({ params: { provider: 'wa' }, body: wa.credential });
  await api.messengers.addCommunity({ body: { token: vk.credential.token, community: vk.community } });
  await wa.write(OTHERS.wa, { text: 'Is the large bowl dishwasher safe?' });
  await vk.write(OTHERS.vk, { text: 'Здравствуйте! Доставляете в Казань?' });
  await tg.write(KLARA, { text: 'Hi! My parcel says delivered, but nothing is here. Order 20871.' });
  const { id } = await chatOf(shop, 'tg');
  await say(shop, id, 'I’m sorry to hear that. I’ll ask the courier where they left it.', 'sent');
  await tg.write(KLARA, { text: 'Thank you! I am at home until six.' });
  await say(shop, id, 'They left it with your neighbour at number 12.', 'sent');
  tg.behave({ fate: 'content_rejected', times: 1 });
  await say(shop, id, 'Here is the photo they took at the door.', 'failed');
  return id;
}

const PAUSE_MS = 100;

async function chatOf({ api }: Shop, channel: string) {
  for (;;) {
    const { data } = await api.chats.list();
    const found = data.find((chat) => chat.channel === channel);
    if (found) return found;
    await wait(PAUSE_MS);
  }
}

/** Waits until the reply has that fate. */
async function say({ api, agentId }: Shop, chatId: number, body: string, status: 'sent' | 'failed') {
  const params = { id: chatId };
  const { id } = await api.messages.send({ params, body: { type: 'text', agent_id: agentId, body } });
  for (;;) {
    const { data } = await api.messages.list({ params });
    if (data.find((message) => message.id === id)?.delivery?.status === status) return;
    await wait(PAUSE_MS);
  }
}
