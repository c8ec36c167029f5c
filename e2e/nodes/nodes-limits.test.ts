import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addAnsweredVisitor, addVisitor } from '../../apps/server/test/callers.ts';
import { shareNodes } from '../../apps/server/test/nodes.ts';
import { connectAgent, connectVisitor, type TestSocket } from '../../apps/server/test/sockets.ts';

const nodes = shareNodes();

async function startWidget() {
  const { one, two } = nodes();
  return { one, two, ann: await one.owner() };
}

type Any = Pick<TestSocket<never>, 'socket'>;

/**
 * More at once would delay Redis on a busy machine, and missed counts fall back to each node alone. A visitor's
 * messages are also stored one at a time, each holding a database connection.
 */
const AT_ONCE = 10;

/** How often each reason was returned; '' counts successes. */
async function tally({ socket }: Any, times: number, name: string, body: () => unknown) {
  const reasons: string[] = [];
  while (reasons.length < times) {
    const left = Array.from({ length: Math.min(AT_ONCE, times - reasons.length) });
    const answers = await Promise.all(left.map(() => socket.timeout(20_000).emitWithAck(name, body())));
    reasons.push(...answers.map(({ problem }) => problem?.reason ?? ''));
  }
  return Object.fromEntries([...new Set(reasons)].map((each) => [each, reasons.filter((one) => one === each).length]));
}

const text = () => ({ client_message_id: randomUUID(), type: 'text', body: 'x' });

test("a visitor's 60 writes and 120 light calls share one rate limit on both nodes", async () => {
  const { one, two, ann } = await startWidget();
  const visitor = await addAnsweredVisitor(one, ann);
  const other = await addVisitor(one, ann);
  const [here, there] = [await connectVisitor(one, ann, visitor), await connectVisitor(two, ann, visitor)];
  // Two were made over HTTP.
  expect(await tally(here, 30, 'send', text)).toEqual({ '': 30 });
  expect(await tally(there, 31, 'send', text)).toEqual({ '': 28, rate_limited: 3 });
  expect(await here.refused('send', text())).toMatchObject({ status: 429, retry_after: expect.any(Number) });
  const typing = () => ({ state: 'start' });
  expect(await tally(there, 60, 'typing', typing)).toEqual({ '': 60 });
  expect(await tally(here, 61, 'typing', typing)).toEqual({ '': 60, rate_limited: 1 });
  expect(await there.refused('received', { seq: 1 })).toMatchObject({ reason: 'rate_limited' });
  expect(await tally(await connectVisitor(two, ann, other), 3, 'send', text)).toEqual({ '': 3 });
});

test("an agent's 3,000 writes and 120 light calls share one rate limit on both nodes", async () => {
  const { one, two, ann } = await startWidget();
  const { chatId: chat_id } = await addAnsweredVisitor(one, ann);
  const [here, there] = [await connectAgent(one, ann), await connectAgent(two, ann)];
  const typing = () => ({ chat_id, state: 'start' });
  expect(await tally(here, 60, 'typing', typing)).toEqual({ '': 60 });
  expect(await tally(there, 61, 'typing', typing)).toEqual({ '': 60, rate_limited: 1 });
  // Counts, but is invalid and does nothing else.
  const idle = () => ({});
  expect(await tally(here, 1_500, 'note', idle)).toEqual({ validation_failed: 1_500 });
  expect(await tally(there, 1_501, 'note', idle)).toEqual({ validation_failed: 1_500, rate_limited: 1 });
  expect(await here.refused('note', { chat_id, client_message_id: 'a', body: 'x' })).toMatchObject({ status: 429 });
});
