import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders } from '../../../test/callers.ts';
import { type OpenApp, openApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';
import { addAgent } from '../../../test/people.ts';
import { connectRaw, openRaw, type RawSocket } from '../../../test/raw-sockets.ts';
import { connectAgent, connectVisitor } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

// Packets that no real client sends. At worst they close their own connection; nothing else is affected.

let app: OpenApp;
let ann: Owner;
beforeAll(async () => {
  app = await openApp({}, { live: true });
  ann = await app.owner();
});
afterAll(() => app.end());

async function connectRawVisitor() {
  const { token } = await addVisitor(app, ann);
  return connectRaw(app, 'visitor', { auth: { button_guid: ann.buttonGuid, token } });
}

/** Sends a raw call and returns the acknowledgement with this id. */
async function ask(raw: RawSocket, id: number, packet: string) {
  raw.say(packet);
  const answer = await raw.hears(`43/visitor,${id}[`, 10_000);
  return JSON.parse(answer.slice(answer.indexOf('[')))[0];
}

/** Whether the connection was closed or still answers calls. */
async function survives(raw: RawSocket) {
  if (!raw.isClosed()) raw.say('42/visitor,777["resume",{"seq":0}]');
  await until(
    () => raw.isClosed() || raw.said.some((said) => said.startsWith('43/visitor,777[')),
    'the connection is closed or answers',
  );
  return raw.isClosed() ? 'closed' : 'open';
}

/** Another client is served normally. */
async function expectToServe() {
  const visitor = await connectVisitor(app, ann, await addAnsweredVisitor(app, ann));
  expect(await visitor.call('resume', { seq: 0 })).toMatchObject({ chat: { last_seq: 2 }, more: false });
}

const CLOSED = [
  ['invalid JSON', '42/visitor,["resume",{'],
  ['a payload that is not an array', '42/visitor,{"0":"resume"}'],
  ['null', '42/visitor,null'],
  ['a call without a name', '42/visitor,[]'],
  ['a name that is an object', '42/visitor,[{"name":"resume"}]'],
  ['a name that is null', '42/visitor,[null]'],
  ['the name connect', '42/visitor,["connect",{}]'],
  ['the name connect_error', '42/visitor,["connect_error",{}]'],
  ['the name disconnect', '42/visitor,["disconnect","transport close"]'],
  ['the name disconnecting', '42/visitor,["disconnecting","x"]'],
  ['the name newListener', '42/visitor,["newListener","x"]'],
  ['the name removeListener', '42/visitor,["removeListener","x"]'],
  ['an unknown packet type', '47/visitor,[]'],
  ['a missing packet type', '4'],
  ['plain text', '4hello'],
  ['an unknown Engine.IO packet type', '9'],
  ['an empty frame', ''],
  ['an error packet, which only servers send', '44/visitor,{"message":"x"}'],
  ['a second connect packet', '40/visitor,{}'],
  ['a call in a namespace that was not joined', '42/agent,["resume",{}]'],
  ['attachments without a count', '45/visitor,["resume",{"_placeholder":true,"num":0}]'],
  ['an impossible number of attachments', '4599999999-/visitor,["resume",{"_placeholder":true,"num":0}]'],
  ['an attachment with an invalid number', '451-/visitor,["resume",{"_placeholder":true,"num":"x"}]'],
  ['an acknowledgement that is not an array', '43/visitor,1{}'],
] as const;

test.each(CLOSED)('%s closes the connection at worst', async (_, packet) => {
  const raw = await connectRawVisitor();
  raw.say(packet);
  // The announced attachment.
  if (packet.startsWith('451-')) raw.say(new Uint8Array([1]));
  await survives(raw);
  await expectToServe();
});

test('unannounced bytes close the connection at worst', async () => {
  const raw = await connectRawVisitor();
  raw.say(new Uint8Array([4, 2, 0, 255]));
  await survives(raw);
  await expectToServe();
});

test('a missing attachment blocks no other client', async () => {
  const raw = await connectRawVisitor();
  raw.say('451-/visitor,1["resume",{"_placeholder":true,"num":0}]');
  raw.say('42/visitor,2["resume",{"seq":0}]');
  await survives(raw);
  await expectToServe();
});

test('calls named after object properties are unknown calls', async () => {
  const raw = await connectRawVisitor();
  const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'error', 'message', 'domain', 7];
  for (const [id, name] of names.entries()) {
    const said = await ask(raw, id, `42/visitor,${id}[${JSON.stringify(name)},{}]`);
    expect([name, said.problem?.reason]).toEqual([name, 'route_not_found']);
  }
  await expectToServe();
});

test('a body nested too deeply is rejected, as over HTTP', async () => {
  const raw = await connectRawVisitor();
  for (const [id, depth] of [33, 1_000, 200_000].entries()) {
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { problem } = await ask(raw, id, `42/visitor,${id}["resume",{"seq":${deep}}]`);
    expect([depth, problem?.reason]).toEqual([depth, 'validation_failed']);
  }
  await expectToServe();
});

test('unsolicited acknowledgements are ignored', async () => {
  const raw = await connectRawVisitor();
  for (let id = 0; id < 5_000; id++) raw.say(`43/visitor,${id}[{"data":{}}]`);
  raw.say('43/visitor,99999999999999999999[]');
  expect(await survives(raw)).toBe('open');
});

test('calls that reuse an acknowledgement id are all answered', async () => {
  const raw = await connectRawVisitor();
  for (let count = 0; count < 100; count++) raw.say('42/visitor,5["resume",{"seq":0}]');
  const answers = () => raw.said.filter((said) => said.startsWith('43/visitor,5['));
  await until(() => answers().length === 100, 'all are answered');
  expect(new Set(answers()).size).toBe(1);
});

test('packets in one long-polling payload are separate calls, and a payload over 1 MiB is refused', async () => {
  const { token } = await addVisitor(app, ann);
  const url = `${app.address}/socket.io/?EIO=4&transport=polling`;
  const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1));
  const post = (body: string) => fetch(`${url}&sid=${sid}`, { method: 'POST', body });
  await post(`40/visitor,${JSON.stringify({ button_guid: ann.buttonGuid, token })}`);
  let said = '';
  const poll = async () => {
    said += await (await fetch(`${url}&sid=${sid}`)).text();
    return said;
  };
  await until(async () => (await poll()).includes('40/visitor,{'), 'the visitor is connected');
  await post(Array.from({ length: 50 }, (_, id) => `42/visitor,${id}["resume",{"seq":0}]`).join('\x1e'));
  await until(async () => (await poll()).split('43/visitor,').length > 50, 'all are answered');
  expect((await post('x'.repeat(2 ** 20 + 1))).status).toBeGreaterThanOrEqual(400);
  await expectToServe();
});

test.each(['websocket', 'polling'])(
  'a packet over 1 MiB closes its own connection over %s, and no other',
  async (transport) => {
    const visitor = await connectVisitor(app, ann, await addVisitor(app, ann), { transports: [transport] });
    const other = await connectVisitor(app, ann, await addVisitor(app, ann));
    const nearly = { client_message_id: '1', type: 'text', body: 'x'.repeat(2 ** 20 - 1_000) };
    expect(await visitor.refused('send', nearly)).toMatchObject({ reason: 'validation_failed' });
    visitor.socket.emit('send', { ...nearly, body: 'x'.repeat(2 ** 20 + 1) });
    await until(() => visitor.socket.disconnected, 'the visitor is disconnected');
    expect(await other.call('resume', { seq: 0 })).toMatchObject({ more: false });
  },
);

test('concurrent connect packets cannot exceed the connection limit', async () => {
  const { token } = await addVisitor(app, ann);
  const auth = JSON.stringify({ button_guid: ann.buttonGuid, token });
  const raw = await openRaw(app);
  for (let count = 0; count < 200; count++) raw.say(`40/visitor,${auth}`);
  await until(() => raw.isClosed() || raw.said.length >= 200, 'each packet is answered');
  expect(raw.said.filter((said) => said.startsWith('40/visitor,')).length).toBeLessThanOrEqual(30);
  raw.close();
  await until(() => connectVisitor(app, ann, { token }), 'there is room again');
});

test('nothing is left of such a client after it disconnects', async () => {
  const bob = await addAgent(app, ann, 'operator');
  const watcher = await connectAgent(app, ann);
  const headers = await signedInHeaders(app, bob);
  const raws: RawSocket[] = [];
  for (const packet of ['42/agent,["disconnect"]', '4x', '41/agent,', '44/agent,{}', '1']) {
    const raw = await connectRaw(app, 'agent', { headers });
    raw.say(packet);
    raws.push(raw);
  }
  const abandoned = await openRaw(app, { headers });
  abandoned.say('40/agent,');
  abandoned.close();
  for (const raw of raws) raw.close();
  await until(() => raws.every((raw) => raw.isClosed()), 'all connections are closed');
  const isOnline = async () => {
    app.clock.now = app.clock.now.add({ seconds: 16 });
    await app.beat();
    const { agents } = await watcher.call('resume', {});
    return agents.find(({ id }) => id === bob.agentId)?.online;
  };
  await until(async () => (await isOnline()) === false, 'the agent is offline');
  expect(await app.sql(`SELECT FROM connections WHERE agent_id = ${bob.agentId}`)).toEqual([]);
});
