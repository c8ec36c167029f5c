// Participants, before anything goes wrong.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@parley/contract';
import { Client } from 'pg';
import { cli, type Setting } from './servers.ts';

const PASSWORD = 'correct horse battery';

export interface Cast {
  buttonGuid: string;
  /** Reads what is stored. */
  apiToken: string;
  visitorTokens: string[];
  /** Agents' sessions. */
  cookies: string[];
}

interface Wanted {
  visitors: number;
  agents: number;
}

export async function gather(url: string, setting: Setting, { visitors, agents }: Wanted): Promise<Cast> {
  const email = `${randomUUID()}@example.test`;
  const owner = ['--email', email, '--name', 'Ann', '--password', PASSWORD];
  const made = await cli<{ button_guid: string }>(setting, 'account', 'create', ...owner, '--api-enabled');
  const emails = await addAgents(setting.env.DATABASE_URL ?? '', email, agents);
  const origin = setting.env.PUBLIC_URL ?? '';
  return {
    buttonGuid: made.button_guid,
    apiToken: await makeToken(url, await signIn(url, email, origin), origin),
    cookies: await Promise.all(emails.map((each) => signIn(url, each, origin))),
    visitorTokens: await Promise.all(Array.from({ length: visitors }, () => openChat(url, made.button_guid))),
  };
}

/** Further agents, with the same password. */
async function addAgents(databaseUrl: string, owner: string, count: number) {
  const emails = Array.from({ length: count }, (_, index) => `agent-${index}-${owner}`);
  const client = new Client(databaseUrl);
  await client.connect();
  await client.query(
    `WITH owner AS (
       SELECT a.*, u.password_hash FROM users u JOIN agents a ON a.user_id = u.id WHERE u.email = $1
     ), people AS (
       INSERT INTO users (email, name, password_hash, created_at, updated_at)
       SELECT email, 'Bob', password_hash, now(), now() FROM owner, unnest($2::text[]) AS email RETURNING id
     )
     INSERT INTO agents (widget_id, account_id, user_id, role, created_at)
     SELECT widget_id, account_id, people.id, 'operator', now() FROM owner, people`,
    [owner, emails],
  );
  await client.end();
  return emails;
}

async function signIn(url: string, email: string, origin: string) {
  const answer = await fetch(`${url}/console-api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`${email} can't sign in: ${await answer.text()}`);
  return cookie;
}

async function makeToken(url: string, cookie: string, origin: string) {
  const answer = await fetch(`${url}/console-api/tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin },
    body: JSON.stringify({ name: 'Reader', scopes: ['chats:read', 'messages:read'], password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The owner can't make a token: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}

async function openChat(url: string, buttonGuid: string) {
  const answer = await fetch(`${url}/widget-api/${buttonGuid}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`A visitor can't open the chat: ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** All messages of a chat as the API returns them, oldest first. */
export async function readStored(url: string, token: string, chatId: number) {
  const messages: Message[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const answer = await fetch(`${url}/api/v1/chats/${chatId}/messages?limit=100${query}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (answer.status === 429) {
      await sleep(Number(answer.headers.get('retry-after')) * 1_000);
      continue;
    }
    if (!answer.ok) throw new Error(`Chat ${chatId} can't be read: ${await answer.text()}`);
    const page = (await answer.json()) as { data: Message[]; next_cursor: string | null };
    messages.unshift(...page.data.toReversed());
    cursor = page.next_cursor;
  }
  return messages;
}
