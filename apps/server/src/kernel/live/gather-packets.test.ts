import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { addAnsweredVisitor } from '../../../test/callers.ts';
import { startApp } from '../../../test/harness.ts';
import { connectVisitor } from '../../../test/sockets.ts';
import { until } from '../../../test/until.ts';

test('a message and the acknowledgement to its sender leave in one write', async () => {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const upgraded = once(app.http.server, 'upgrade');
  const visitor = await connectVisitor(app, ann, await addAnsweredVisitor(app, ann));
  const [, socket] = (await upgraded) as [unknown, Socket];
  const [single, joint] = [vi.spyOn(socket, '_write'), vi.spyOn(socket, '_writev')];
  await visitor.call('send', { type: 'text', body: 'Hello', client_message_id: 'first' });
  await until(() => visitor.heard.some(({ name }) => name === 'message'), 'the sender gets the message');
  expect([single.mock.calls.length, joint.mock.calls.length]).toEqual([0, 1]);
});
