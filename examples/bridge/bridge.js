// A bridge between Parley and a helpdesk: what visitors write becomes tickets, and what happens to tickets happens in
// their chats. docs/guides/bridge.md walks through it.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, nodeWebhook, ParleyProblem } from '@parley/sdk';
import { createHelpdesk } from './helpdesk.js';
import { openMemory } from './memory.js';

const agent_id = Number(setting('AGENT_ID'));
const secret = setting('WEBHOOK_SECRET');

const parley = createClient({ baseUrl: setting('PARLEY_URL'), token: setting('PARLEY_TOKEN') });
const helpdesk = createHelpdesk(setting('HELPDESK_URL'));
const memory = openMemory(process.env.MEMORY_FILE ?? 'bridge.json');
const stopping = new AbortController();

// 1. Events come in, by webhook and by the feed.

const EVENTS = /** @type {const} */ (['message.created', 'chat.closed']);

/** @param {import('@parley/sdk').ParleyEvent} event */
async function onEvent(event) {
  if (event.type === 'message.created' && event.data.sender === 'client') await openTicket(event.data);
  if (event.type === 'chat.closed') await closeTicket(event.data);
}

let last = Promise.resolve();

/**
 * One at a time, so that an event that arrives in both ways is handled once.
 * @param {import('@parley/sdk').ParleyEvent} event
 */
function handle(event) {
  const handled = last.then(async () => {
    if (memory.hasSeen(event.id)) return;
    await onEvent(event);
    memory.addSeen(event.id);
  });
  last = handled.catch(() => {});
  return handled;
}

const webhook = nodeWebhook({ secret, onEvent: handle, onError: console.error });

const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/hooks/parley') return webhook(request, response);
  response.writeHead(404).end();
});

async function subscribe() {
  const url = new URL('/hooks/parley', setting('BRIDGE_URL')).href;
  try {
    await parley.webhooks.create({ body: { url, events: [...EVENTS], secret } });
  } catch (error) {
    // From an earlier start.
    if (!(error instanceof ParleyProblem && error.code === 'url_already_registered')) throw error;
  }
}

/** Everything again that happened since the stored number: what a webhook brought already is skipped. */
async function followFeed() {
  memory.number ??= await parley.events.lastNumber();
  for await (const event of parley.events.follow({ after: memory.number, types: EVENTS, signal: stopping.signal })) {
    await persist(() => handle(event));
    memory.number = event.number;
  }
}

// 2. Events say what happened and not what was written, so that is read.

/** @param {{ chat_id: number, message_id: number }} data */
async function openTicket({ chat_id, message_id }) {
  const chat = await parley.chats.read({ params: { id: chat_id } });
  const message = await readMessage(chat_id, message_id);
  // Deleted since.
  if (!message) return;
  await helpdesk.addMessage({
    id: message_id,
    ticket: chat_id,
    position: message.seq,
    from: chat.contact_name ?? 'A visitor',
    text: message.body,
    file: message.url,
  });
}

/** @param {number} id @param {number} message_id */
async function readMessage(id, message_id) {
  try {
    return await parley.messages.read({ params: { id, message_id } });
  } catch (error) {
    if (error instanceof ParleyProblem && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** @param {{ chat_id: number, done?: boolean }} data */
async function closeTicket({ chat_id, done }) {
  // Silence closes chats too, and such a conversation goes on.
  if (!done) return;
  const chat = await parley.chats.read({ params: { id: chat_id } });
  // The visitor may have written since.
  if (chat.done_at) await helpdesk.closeTicket(chat_id);
}

// 3. What the helpdesk's people do goes out.

/** @param {import('./helpdesk.js').Action} action */
async function carryOut(action) {
  const params = { id: action.ticket };
  // Of the action, and the same if it is carried out again.
  const key = `helpdesk-${action.number}`;
  switch (action.type) {
    case 'reply':
      return parley.messages.send({
        params,
        key,
        body: { type: 'text', body: action.text, agent_id, client_message_id: key },
      });
    case 'file':
      return sendFile(action, key);
    case 'note':
      return parley.messages.addNote({ params, key, body: { body: action.text, agent_id, client_message_id: key } });
    case 'tag': {
      const { contact_id } = await parley.chats.read({ params });
      if (!contact_id) return undefined;
      return parley.contacts.addTags({ params: { id: contact_id }, key, body: { tags: [action.tag] } });
    }
    case 'department':
      return transfer(action, key);
    case 'close':
      return parley.chats.close({ params, key });
  }
}

/** @param {Extract<import('./helpdesk.js').Action, { type: 'file' }>} action @param {string} key */
async function sendFile({ ticket, name, url }, key) {
  const content = await helpdesk.download(url);
  const { id } = await parley.files.create({ file: content, name });
  const body = { type: /** @type {const} */ ('file'), file: { id }, agent_id, client_message_id: key };
  return parley.messages.send({ params: { id: ticket }, key, body });
}

/** @param {Extract<import('./helpdesk.js').Action, { type: 'department' }>} action @param {string} key */
async function transfer({ ticket, department }, key) {
  for await (const { id, name } of parley.departments.list.each()) {
    if (name !== department) continue;
    return parley.chats.transfer({ params: { id: ticket }, key, body: { department_id: id } });
  }
  throw new Error(`No department is named ${department}`);
}

/** What the server refuses because it is done already. */
const DONE = ['idempotency_key_reused', 'already_owner'];

async function followHelpdesk() {
  while (!stopping.signal.aborted) {
    for (const action of await persist(() => helpdesk.listActions(memory.action))) {
      await persist(() => carryOutOnce(action));
      memory.action = action.number;
    }
    await sleep(1_000, undefined, { signal: stopping.signal });
  }
}

/** @param {import('./helpdesk.js').Action} action */
async function carryOutOnce(action) {
  try {
    await carryOut(action);
  } catch (error) {
    if (!(error instanceof ParleyProblem) || isPassing(error)) throw error;
    if (!DONE.includes(error.code ?? '')) await helpdesk.reportFailure(action.number, error.message);
  }
}

/** @param {ParleyProblem} problem */
const isPassing = ({ status, code }) =>
  status >= 500 || [401, 403, 429].includes(status) || code === 'idempotency_key_in_flight';

// 4. It starts, waits for whatever is down, and stops.

/**
 * Repeats the work until it succeeds.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function persist(work) {
  for (let pause = 500; ; pause = Math.min(pause * 2, 30_000)) {
    try {
      return await work();
    } catch (error) {
      stopping.signal.throwIfAborted();
      console.error(error);
      await sleep(pause, undefined, { signal: stopping.signal });
    }
  }
}

/** @param {string} name */
function setting(name) {
  const value = process.env[name];
  if (!value) throw new Error(`Set ${name}`);
  return value;
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
stopping.signal.addEventListener('abort', () => server.close());

server.listen(Number(process.env.PORT ?? 8080), '127.0.0.1');
try {
  await persist(subscribe);
  console.log('The bridge is open');
  await Promise.all([followFeed(), followHelpdesk()]);
} catch (error) {
  if (!stopping.signal.aborted) throw error;
}
