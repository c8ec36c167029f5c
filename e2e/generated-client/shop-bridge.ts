import createClient from 'openapi-fetch';
import type { paths, webhooks } from './openapi.generated.d.ts';

// A bridge as a stranger would write it, over types that openapi-typescript makes of /api/openapi.json.

type ChatClosed = webhooks['chat.closed']['post']['requestBody']['content']['application/json'];

interface Server {
  url: string;
  token: string;
}

const write = () => ({ header: { 'X-Service-Idempotency-Key': crypto.randomUUID() } });

/** Creates a contact and finds them again in the list. */
export async function addContact({ url, token }: Server, email: string) {
  const client = createClient<paths>({ baseUrl: `${url}/api`, headers: { Authorization: `Bearer ${token}` } });
  const created = await client.POST('/v1/contacts', { params: write(), body: { name: 'Ann', email } });
  if (created.error) throw new Error(created.error.reason);
  const id: string = created.data.data.id;
  const listed = await client.GET('/v1/contacts', { params: { query: { limit: 100 } } });
  return { id, emails: listed.data?.data.map((contact) => contact.email) };
}

/** Reads a contact that does not exist; the error is a typed problem. */
export async function readMissing({ url, token }: Server) {
  const client = createClient<paths>({ baseUrl: `${url}/api`, headers: { Authorization: `Bearer ${token}` } });
  const { error, response } = await client.GET('/v1/contacts/{id}', { params: { path: { id: '0'.repeat(32) } } });
  return { status: response.status, reason: error?.reason };
}

/** A visitor opens the chat and writes. */
export async function writeAsVisitor(url: string, buttonGuid: string, text: string) {
  const client = createClient<paths>({ baseUrl: url });
  const params = { path: { button_guid: buttonGuid } };
  const opened = await client.POST('/widget-api/{button_guid}/session', { params, body: {} });
  const sent = await client.POST('/widget-api/{button_guid}/messages', {
    params,
    headers: { Authorization: `Bearer ${opened.data?.token}` },
    body: { client_message_id: crypto.randomUUID(), type: 'text', body: text },
  });
  return sent.data?.data.body;
}

/** The chat that an event is about. */
export const chatOf = (event: ChatClosed): number => event.data.chat_id;
