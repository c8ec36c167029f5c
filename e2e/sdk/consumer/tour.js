// Uses every part of the SDK against a real server, on whatever runtime runs it, and prints what it saw.
import { createServer } from 'node:http';
import { createClient, nodeWebhook, ParleyProblem } from '@parley/sdk';
import { openVisitor } from '@parley/sdk/visitor';

const { PARLEY_URL: baseUrl = '', PARLEY_TOKEN: token = '', BUTTON_GUID: buttonGuid = '', AGENT_ID } = process.env;
const client = createClient({ baseUrl, token });
const agent_id = Number(AGENT_ID);

/** @param {import('@parley/sdk/visitor').Visitor} visitor @param {(state: import('@parley/sdk/visitor').VisitorState) => boolean} isReached */
const reaches = (visitor, isReached) =>
  new Promise((resolve) => {
    const check = () => isReached(visitor.state) && resolve(undefined);
    visitor.subscribe(check);
    check();
  });

/** @type {import('@parley/sdk').ParleyEvent[]} */
const hooked = [];
const secret = 'a-secret-of-the-tour';
const server = createServer(nodeWebhook({ secret, onEvent: (event) => hooked.push(event), seen: new Set() }));
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
await client.webhooks.create({ body: { url: `http://127.0.0.1:${port}/`, events: ['message.created'], secret } });

const after = await client.events.lastNumber();
const visitor = await openVisitor({ baseUrl, buttonGuid, page: 'https://shop.example/cart' });
await reaches(visitor, ({ connection }) => connection === 'open');
visitor.send({ type: 'text', body: 'Is it in stock?' });
await reaches(visitor, ({ messages, pending, chat }) => messages.length === 1 && !pending.length && chat !== null);
const chat_id = visitor.state.chat?.id ?? 0;

const body = { type: /** @type {const} */ ('text'), body: 'Yes, ten of them.', agent_id };
await client.messages.send({ params: { id: chat_id }, body });
await reaches(visitor, ({ messages }) => messages.length === 2);
visitor.see();
await visitor.api.updateContact({ body: { name: 'Ann' } });
const file = await visitor.api.upload({ file: new Blob(['a receipt']), name: 'receipt.txt' });
visitor.send({ type: 'file', file: { id: file.id } });
await reaches(visitor, ({ messages }) => messages.length === 3);

/** @type {string[]} */
const fed = [];
for await (const event of client.events.follow({ after, types: ['chat.created', 'message.created'] })) {
  fed.push(event.type === 'message.created' ? `${event.type} by ${event.data.sender}` : event.type);
  if (fed.length === 4) break;
}
while (hooked.length < 3) await new Promise((resolve) => setTimeout(resolve, 20));

const refused = await client.chats.read({ params: { id: 2_000_000_000 } }).catch((error) => error);
const { contact_name } = await client.chats.read({ params: { id: chat_id } });
console.log(
  JSON.stringify({
    messages: visitor.state.messages.map(({ sender, body, name }) => [sender, body ?? name]),
    fed,
    hooked: hooked.map(({ type }) => type),
    problem: refused instanceof ParleyProblem && refused.code,
    contact_name,
  }),
);
visitor.close();
server.closeAllConnections();
server.close();
