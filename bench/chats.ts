// Pages of messages and chats, and messages of agents and visitors, each against the same over bare node:http and pg.
import { loadConversations } from './conversations.ts';
import { connect, discard, temporaryDirectory } from './databases.ts';
import { ANY_TOKEN, READS, read, requestsPerSecond, spend, WRITES, write, writeAsVisitor } from './load.ts';
import { createTenant, mintTokens, startFloor, startServer } from './processes.ts';
import { addVisitors, type Visitor } from './realtime-people.ts';
import { format, interleave, type Row } from './rounds.ts';

const TOKENS = 2_500;
const CHATS = 1_000;
const MESSAGES = 40;
/** Visitors who write at a time, and a little less than each may write in a minute. */
const WRITING = 100;
const VISITOR_WRITES = 55;
const TEXT = 'It was sent on Monday and will be there tomorrow';

export async function chats(): Promise<Row[]> {
  const dataDir = temporaryDirectory();
  const ours = await startServer(dataDir, { TRUST_PROXY: '127.0.0.1' });
  const { widget, agent } = createTenant(dataDir);
  const client = await connect(dataDir);
  const { first, last } = await loadConversations(client, { widget, agent, chats: CHATS, messages: MESSAGES });
  const visitors = await addVisitors({ client, dataDir, url: ours.url }, { widget, seq: MESSAGES });
  await client.end();
  const floor = await startFloor(dataDir, widget, { AGENT: `${agent}`, CHATS: `${first}-${last}` });
  const url = `${ours.url}/api/v1/chats`;
  const anyMessages = () => `/api/v1/chats/${first + Math.floor(Math.random() * CHATS)}/messages`;

  const reader = spend(mintTokens(dataDir, widget, TOKENS), READS);
  const messages = await interleave(
    () => requestsPerSecond({ url, prepare: () => ({ ...read(reader()), path: anyMessages() }) }),
    () => requestsPerSecond({ url: `${floor.url}/messages`, prepare: () => read(ANY_TOKEN) }),
  );
  const list = await interleave(
    () => requestsPerSecond({ url, prepare: () => read(reader()) }),
    () => requestsPerSecond({ url: `${floor.url}/chats`, prepare: () => read(ANY_TOKEN) }),
  );

  const writer = spend(mintTokens(dataDir, widget, TOKENS), WRITES);
  const body = JSON.stringify({ agent_id: agent, type: 'text', body: TEXT });
  const send = await interleave(
    () => requestsPerSecond({ url, prepare: () => ({ ...write(writer(), body), path: anyMessages() }) }),
    () => requestsPerSecond({ url: `${floor.url}/send`, prepare: () => write(ANY_TOKEN, body) }),
  );
  const visitorWrite = createVisitorWrite(visitors);
  const sendAsVisitor = await interleave(
    () => requestsPerSecond({ url, prepare: visitorWrite }),
    () => requestsPerSecond({ url: `${floor.url}/send`, prepare: () => write(ANY_TOKEN, body) }),
  );

  await discard(dataDir, floor, ours);
  return [
    ['page of 20 messages, requests/s', format(messages.a)],
    ['the same over bare node:http + pg, requests/s', format(messages.b)],
    ['ratio (goal: 2.0 or more)', format(messages.ratio, 2)],
    ['page of 20 chats, requests/s', format(list.a)],
    ['the same over bare node:http + pg, requests/s', format(list.b)],
    ['ratio (goal: 2.0 or more)', format(list.ratio, 2)],
    ["agent's message with key, events and everything that follows, requests/s", format(send.a)],
    ['one insert over bare node:http + pg, requests/s', format(send.b)],
    ['ratio (goal: 0.65 or more)', format(send.ratio, 2)],
    ["visitor's message, requests/s", format(sendAsVisitor.a)],
    ['one insert over bare node:http + pg, requests/s', format(sendAsVisitor.b)],
    ['ratio (goal: 0.6 or more)', format(sendAsVisitor.ratio, 2)],
  ];
}

/** Some visitors write in turn until they have reached their rate limit, then others. */
function createVisitorWrite(visitors: Visitor[]) {
  let sent = 0;
  return () => {
    const visitor = visitors[Math.floor(sent / (WRITING * VISITOR_WRITES)) * WRITING + (sent % WRITING)] as Visitor;
    sent += 1;
    return writeAsVisitor(visitor, TEXT);
  };
}
