import { dashboard } from '@parley/contract';
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor, signedInHeaders, withHeaders } from '../../../test/callers.ts';
import { startApp } from '../../../test/harness.ts';
import { whileLocked } from '../../../test/locks.ts';
import { startPair } from '../../../test/nodes.ts';
import { addAgent } from '../../../test/people.ts';
import { connectAgent, connectVisitor, openSocket } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';
import * as widgets from '../../modules/account/widgets/index.ts';

// Access revoked while a client connects: the node's index of sockets does not have it yet.

/** Tracks the outcome of a connection attempt. */
function outcomeOf(socket: Socket) {
  let outcome: 'connecting' | 'in' | 'out' = 'connecting';
  socket.on('connect', () => {
    outcome = 'in';
  });
  for (const name of ['connect_error', 'disconnect']) {
    socket.on(name, () => {
      outcome = 'out';
    });
  }
  return () => outcome;
}

test('a socket whose session ends while it connects is disconnected', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const extraHeaders = await signedInHeaders(app, ann);
  const outcome = await whileLocked(
    app,
    `SELECT FROM agents WHERE id = ${ann.agentId} FOR NO KEY UPDATE`,
    async (held) => {
      const connecting = outcomeOf(openSocket(app, 'agent', { extraHeaders }));
      await held.untilWaited();
      expect((await withHeaders(app, extraHeaders)(dashboard.session.remove)).status).toBe(204);
      return connecting;
    },
  );
  await until(() => outcome() === 'out', 'the agent is disconnected', 6_000);
});

test("a visitor is disconnected if the widget's domain changes while they connect", async () => {
  const { one: app, two: elsewhere } = await startPair();
  const ann = await app.owner();
  const set = (domain: string) =>
    elsewhere.unitOfWork.write({}, (work) => widgets.updateAndPurge(work, ann.widgetId, { domains: [domain] }));
  await set('shop.example');
  const extraHeaders = { origin: 'https://shop.example' };
  const other = await connectVisitor(app, ann, await addVisitor(app, ann), { extraHeaders });
  const auth = { button_guid: ann.buttonGuid, token: (await addVisitor(app, ann)).token };
  const outcome = await whileLocked(app, 'LOCK TABLE visitors IN ACCESS EXCLUSIVE MODE', async (held) => {
    const connecting = outcomeOf(openSocket(app, 'visitor', { auth, extraHeaders }));
    await held.untilWaited();
    await set('other.example');
    await until(() => other.socket.disconnected, 'the visitor who was connected before is disconnected');
    return connecting;
  });
  await until(() => outcome() === 'out', 'the connecting visitor is disconnected', 6_000);
});

test('a block that could not be checked when its notice arrived is enforced later', async () => {
  const app = await startApp({}, { isolated: true, live: true });
  const ann = await app.owner();
  const visitor = await addAnsweredVisitor(app, ann);
  const theirs = await connectVisitor(app, ann, visitor);
  const bob = await addAgent(app, ann, 'operator');
  const bobs = await connectAgent(app, bob);
  await app.sql(`ALTER TABLE visitors RENAME TO elsewhere;
    UPDATE contacts SET blocked_at = now() WHERE guid = '${visitor.contactId}';
    SELECT pg_notify('parley', 'contact:' || id) FROM contacts WHERE guid = '${visitor.contactId}'`);
  // Notices are handled in order: once this one takes effect, the one before has been handled.
  await app.sql(`UPDATE agents SET status = 'banned' WHERE id = ${bob.agentId};
    SELECT pg_notify('parley', 'agent:${bob.agentId}')`);
  await until(() => bobs.socket.disconnected, 'the suspended agent is disconnected');
  expect(theirs.socket.connected).toBe(true);
  await app.sql('ALTER TABLE elsewhere RENAME TO visitors');
  const ask = async () => {
    if (theirs.socket.disconnected) return true;
    const { problem } = await theirs.socket.timeout(2_000).emitWithAck('resume', { seq: 0 });
    return problem?.reason === 'visitor_blocked';
  };
  await until(ask, 'the visitor is refused', 10_000);
});
