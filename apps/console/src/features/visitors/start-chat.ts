import { ParleyProblem } from '@parley/sdk';
import { api } from '../../data/api.ts';

interface Start {
  visitorId: string;
  text: string;
  /** Idempotency key: a retry does not send the message twice. */
  key: string;
}

/** Sends the first message to a visitor. Returns the id of the chat. */
export async function startChat({ visitorId: id, text: body, key }: Start) {
  try {
    return (await api.visitors.startChat({ params: { id }, body: { body }, key })).id;
  } catch (error) {
    const isDone = error instanceof ParleyProblem && error.code === 'idempotency_key_reused';
    // The first request succeeded, and its answer was lost.
    const chatId = isDone ? await findChat(id) : undefined;
    if (!chatId) throw error;
    return chatId;
  }
}

async function findChat(visitorId: string) {
  for await (const { id, chat_id } of api.visitors.list.each()) if (id === visitorId) return chat_id;
  return undefined;
}
