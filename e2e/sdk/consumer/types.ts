// Compiled as a stranger's project compiles it; nothing here runs.
import {
  type Chat,
  createClient,
  type EventName,
  fastifyWebhook,
  fetchWebhook,
  type Message,
  nodeWebhook,
  type ParleyEvent,
  ParleyProblem,
  type ProblemCode,
  receiveWebhook,
} from '@parley/sdk';
import { openVisitor, type VisitorState } from '@parley/sdk/visitor';

const client = createClient({ baseUrl: 'https://chat.example.com', token: 'token' });

export async function readAndWrite() {
  const chat: Chat = await client.chats.read({ params: { id: 7 } });
  const status: 'active' | 'ready' | 'expired' | 'spam' = chat.status;
  const { data, next_cursor } = await client.messages.list({ params: { id: chat.id }, query: { limit: 50 } });
  const [newest]: Message[] = data;
  for await (const contact of client.contacts.list.each()) contact.email?.toLowerCase();
  await client.messages.send({ params: { id: 7 }, body: { type: 'text', body: 'Hello' }, key: 'k' });
  const transcript: string = await client.chats.transcript({ params: { id: 7 } });
  // @ts-expect-error no such type of message
  void client.messages.send({ params: { id: 7 }, body: { type: 'video' } });
  // @ts-expect-error the routes of the console need a session
  void client.session;
  return { status, newest, next_cursor, transcript };
}

export function tellEventsApart(event: ParleyEvent): number | string | undefined {
  switch (event.type) {
    case 'message.created':
      return event.data.sender === 'client' ? event.data.message_id : undefined;
    case 'chat.closed':
      return event.data.reason;
    case 'agent.presence':
      // @ts-expect-error presence has no chat
      return event.data.chat_id;
    default:
      return event.id;
  }
}

export async function follow(signal: AbortSignal) {
  const types = ['chat.created', 'chat.rated'] as const satisfies EventName[];
  for await (const event of client.events.follow({ after: 12, types, signal })) {
    const type: 'chat.created' | 'chat.rated' = event.type;
    return [event.number, type, event.data.chat_id];
  }
  return [];
}

export function explain(error: unknown): ProblemCode | undefined {
  if (error instanceof ParleyProblem && error.code === 'validation_failed') return error.code;
  return undefined;
}

const options = { secret: 'a-secret-of-sixteen', onEvent: tellEventsApart, seen: new Set<string>() };
export const handlers = [
  fetchWebhook(options),
  nodeWebhook(options),
  fastifyWebhook({ ...options, url: '/hooks' }),
  (request: Request) => request.text().then((body) => receiveWebhook({ body, headers: request.headers, secret: 's' })),
];

export async function visit() {
  const visitor = await openVisitor({ baseUrl: 'https://chat.example.com', buttonGuid: 'a'.repeat(32) });
  visitor.send({ type: 'text', body: 'Hello' });
  await visitor.api.rate({ body: { score: 5 } });
  const state: VisitorState = visitor.state;
  return state.messages.map(({ body }) => body);
}
