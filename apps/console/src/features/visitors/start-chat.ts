import { ParleyProblem } from '@parley/sdk';
import { api } from '../../data/api.ts';

interface Start {
  visitorId: string;
  text: string;
  /** The same for the same words: whoever tries again does not say them twice. */
  key: string;
}

/** Writes to somebody on the site, and gives the number of the chat. */
export async function startChat({ visitorId: id, text: body, key }: Start) {
  try {
    return (await api.visitors.startChat({ params: { id }, body: { body }, key })).id;
  } catch (error) {
    const isDone = error instanceof ParleyProblem && error.code === 'idempotency_key_reused';
    // It was said before, and the answer was lost on its way.
    const chatId = isDone ? await findChat(id) : undefined;
    if (!chatId) throw error;
    return chatId;
  }
}

async function findChat(visitorId: string) {
  for await (const { id, chat_id } of api.visitors.list.each()) if (id === visitorId) return chat_id;
  return undefined;
}
