import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@parley/sdk';
import { openVisitor, type Visitor } from '@parley/sdk/visitor';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../apps/server/test/scratch-cluster.ts';
import { until } from '../../apps/server/test/until.ts';
import { startHelpdesk } from './helpdesk.ts';
import { createProject, oldestNode } from './package.ts';
import { startPlace } from './place.ts';

const BRIDGE = fileURLToPath(new URL('../../examples/bridge', import.meta.url));

/** What docs/guides/bridge.md says that the token needs. */
const SCOPES = [
  ...['webhooks:read', 'webhooks:write', 'chats:read', 'chats:write', 'messages:read', 'messages:write'],
  ...['files:write', 'tags:write', 'departments:read'],
];

/** The program of examples/bridge with the packed SDK, on the oldest Node. */
function installBridge(settings: Record<string, string>) {
  const { directory } = createProject(JSON.parse(readFileSync(path.join(BRIDGE, 'package.json'), 'utf8')));
  for (const file of ['bridge.js', 'helpdesk.js', 'memory.js'])
    cpSync(path.join(BRIDGE, file), path.join(directory, file));
  let child: ChildProcess | undefined;
  let printed = '';
  onTestFinished(() => void child?.kill('SIGKILL'));
  return {
    async start() {
      printed = '';
      child = spawn(oldestNode(), ['bridge.js'], { cwd: directory, env: settings });
      for (const stream of [child.stdout, child.stderr]) {
        stream?.setEncoding('utf8').on('data', (text) => {
          printed += text;
        });
      }
      await until(() => printed.includes('The bridge is open'), `the bridge is open: ${printed}`);
    },
    async end(signal: NodeJS.Signals) {
      const ended = new Promise((resolve) => child?.once('exit', (code) => resolve(code)));
      child?.kill(signal);
      return ended;
    },
  };
}

async function startScene() {
  const [place, helpdesk, port] = [await startPlace(), await startHelpdesk(), await freePort()];
  const owner = createClient({ baseUrl: place.url, token: await place.createToken('all') });
  const bridge = installBridge({
    PARLEY_URL: place.url,
    PARLEY_TOKEN: await place.createToken(SCOPES.join(',')),
    AGENT_ID: `${place.agent_id}`,
    BRIDGE_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_SECRET: 'a secret between the two',
    HELPDESK_URL: helpdesk.url,
    PORT: `${port}`,
  });
  await bridge.start();
  const visitor = await openVisitor({ baseUrl: place.url, buttonGuid: place.button_guid });
  onTestFinished(() => visitor.close());
  return { place, helpdesk, owner, bridge, visitor };
}

const bodies = ({ state }: Visitor) => state.messages.map(({ body, name }) => body ?? name);

const write = (visitor: Visitor, body: string) => visitor.send({ type: 'text', body });

test('a bridge carries messages in, and replies, files, notes, tags, departments and closings out', async () => {
  const { place, helpdesk, owner, visitor } = await startScene();
  await visitor.api.updateContact({ body: { name: 'Zoe' } });
  write(visitor, 'Where is my order?');
  const ticket = await until(() => visitor.state.chat?.id ?? false, 'the chat is there');
  await until(() => helpdesk.messagesOf(ticket).length === 1, 'the ticket is there');
  expect(helpdesk.messagesOf(ticket)).toMatchObject([{ position: 1, from: 'Zoe', text: 'Where is my order?' }]);

  helpdesk.act({ ticket, type: 'reply', text: 'On its way.' });
  helpdesk.act({ ticket, type: 'file', name: 'invoice.txt', url: '/files/1' });
  await until(() => visitor.state.messages.length === 3, 'the visitor has both');
  expect(bodies(visitor)).toEqual(['Where is my order?', 'On its way.', 'invoice.txt']);
  expect(await (await fetch(visitor.state.messages[2]?.url ?? '')).text()).toBe('the invoice');

  const params = { id: ticket };
  const bob = await place.addAgent('bob@example.test');
  const returns = await owner.departments.create({ body: { name: 'Returns', agent_ids: [bob] } });
  helpdesk.act({ ticket, type: 'note', text: 'A regular customer' });
  helpdesk.act({ ticket, type: 'tag', tag: 'returns' });
  helpdesk.act({ ticket, type: 'department', department: 'Returns' });
  await until(async () => (await owner.chats.read({ params })).department_id === returns.id, 'it is transferred');
  const { data } = await owner.messages.list({ params });
  expect(data.filter((message) => message.private).map(({ body }) => body)).toContain('A regular customer');
  const { contact_id } = await owner.chats.read({ params });
  expect(await owner.contacts.read({ params: { id: contact_id ?? '' } })).toMatchObject({ tags: ['returns'] });

  helpdesk.act({ ticket, type: 'close' });
  await until(() => helpdesk.statusOf(ticket) === 'closed', 'the helpdesk knows that the chat is done');
  expect((await owner.chats.read({ params })).done_at).not.toBeNull();
  expect(helpdesk.failures).toEqual([]);
});

test('what an agent cannot do is reported to the helpdesk, and what follows is done', async () => {
  const { helpdesk, visitor } = await startScene();
  write(visitor, 'Hello');
  const ticket = await until(() => visitor.state.chat?.id ?? false, 'the chat is there');
  helpdesk.act({ ticket: 2_000_000_000, type: 'reply', text: 'To nobody' });
  helpdesk.act({ ticket, type: 'reply', text: 'To somebody' });
  await until(() => bodies(visitor).includes('To somebody'), 'the second reply has arrived');
  expect(helpdesk.failures).toHaveLength(1);
});

test('nothing is lost or doubled by a night off of the bridge, the server and both', async () => {
  const { place, helpdesk, bridge, visitor } = await startScene();
  write(visitor, 'evening');
  const ticket = await until(() => visitor.state.chat?.id ?? false, 'the chat is there');
  const texts = () => helpdesk.messagesOf(ticket).map(({ text }) => text);
  await until(() => texts().length === 1, 'the ticket is there');

  expect(await bridge.end('SIGTERM')).toBe(0);
  write(visitor, 'night 1');
  write(visitor, 'night 2');
  helpdesk.act({ ticket, type: 'reply', text: 'answered at night' });
  await until(() => visitor.state.messages.length === 3 && !visitor.state.pending.length, 'both are stored');
  await bridge.start();
  await until(() => texts().length === 3 && visitor.state.messages.length === 4, 'the bridge has caught up');

  await place.stop();
  helpdesk.act({ ticket, type: 'reply', text: 'the server was away' });
  write(visitor, 'is anybody there?');
  await place.start();
  await until(() => texts().length === 4 && visitor.state.messages.length === 6, 'both are delivered', 60_000);

  await bridge.end('SIGKILL');
  await place.stop();
  helpdesk.act({ ticket, type: 'reply', text: 'both were away' });
  await place.start();
  write(visitor, 'morning');
  await bridge.start();
  await until(() => texts().length === 5 && visitor.state.messages.length === 8, 'all is delivered', 60_000);

  expect(texts()).toEqual(['evening', 'night 1', 'night 2', 'is anybody there?', 'morning']);
  expect(bodies(visitor).toSorted()).toEqual(
    [...texts(), 'answered at night', 'the server was away', 'both were away'].toSorted(),
  );
  expect(new Set(helpdesk.writes).size).toBe(helpdesk.writes.length);
  expect(helpdesk.failures).toEqual([]);
});
