import { expect, test } from 'vitest';
import { addVisitors, sendBroadcast } from '../../../../test/broadcasts.ts';
import { shareSender } from '../../../../test/delivery-server.ts';
import { connectVisitor } from '../../../../test/sockets.ts';

const sender = shareSender({ live: true });

test('a broadcast is delivered to a visitor whose widget has received it', async () => {
  const app = sender();
  const ann = await app.owner();
  const [visitor, other] = await addVisitors(app, ann, 2);
  if (!visitor || !other) throw new Error('There are two');
  const socket = await connectVisitor(app, ann, visitor);
  const { counts } = await (await sendBroadcast(ann)).read();
  expect(counts).toMatchObject({ sent: 2, delivered: 0 });
  const second = await sendBroadcast(ann);
  const { chat } = await socket.call('resume', { seq: 0 });
  await socket.call('received', { seq: chat?.last_seq ?? 0 });
  expect((await second.read()).counts).toMatchObject({ sent: 2, delivered: 1, read: 0 });
});
