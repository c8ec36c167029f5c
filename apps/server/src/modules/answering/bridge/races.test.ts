import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addCalledChat } from '../../../../test/bots.ts';
import type { Call } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';

const { aiBridge } = api;

/** Callers of their own rate limits. */
const addCallers = (app: TestApp, owner: Owner, count: number) =>
  Promise.all(Array.from({ length: count }, () => withToken(app, owner, ['responder:inject', 'responder:escalate'])));

const statusesOf = (answers: { status: number; problem: { reason?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status, problem }) => (status === 202 ? '202' : problem.reason))].map(
      ([reason, those]) => [reason, those.length],
    ),
  );

test('a thousand callbacks with one causation id make one message', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const chat = await addCalledChat(app, ann);
  const { trigger_message_id: _, ...caused } = chat.called;
  const callers = await addCallers(app, ann, 10);
  const send = (call: Call, number: number) =>
    call(aiBridge.reply, { body: { ...caused, content: `Answer ${number}`, escalate: number % 3 === 0 } });
  // More at once would wait too long for a connection on a busy machine, and be told to retry.
  const answers = await Promise.all(
    callers.map(async (call, lane) => {
      const own: Awaited<ReturnType<typeof send>>[] = [];
      for (let from = 0; from < 100; from += 10) {
        const numbers = Array.from({ length: 10 }, (_each, place) => 100 * lane + from + place);
        own.push(...(await Promise.all(numbers.map((number) => send(call, number)))));
      }
      return own;
    }),
  );
  expect(statusesOf(answers.flat())).toEqual({ 202: 1, causation_used: 999 });
  expect((await chat.said()).filter((line) => line.startsWith('ai:'))).toHaveLength(1);
  expect((await chat.explain()).turns).toHaveLength(1);
});

test('callbacks that race a person’s reply are shown before it or not at all', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [caller] = await addCallers(app, ann, 1);
  for (let round = 0; round < 12; round += 1) {
    const chat = await addCalledChat(app, ann);
    const { trigger_message_id: _, ...caused } = chat.called;
    const callback = () => (caller as Call)(aiBridge.reply, { body: { ...caused, content: 'Bot' } });
    const racing = [callback, () => chat.reply('Person'), callback];
    const [first, , last] = await Promise.all((round % 2 ? racing : racing.toReversed()).map((act) => act()));
    const shown = [first, last].filter((answer) => answer?.status === 202).length;
    const said = (await chat.said()).slice(1);
    expect(said).toEqual(shown ? ['ai: Bot', 'agent: Person'] : ['agent: Person']);
    expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'person' });
  }
});

test('callbacks that race a handoff, the visitor and each other leave one outcome', async () => {
  const app = await startApp();
  const ann = await app.owner();
  const [caller] = await addCallers(app, ann, 1);
  for (let round = 0; round < 6; round += 1) {
    const chat = await addCalledChat(app, ann);
    const { trigger_message_id: _, ...caused } = chat.called;
    const call = caller as Call;
    const [reply, handoff] = await Promise.all([
      call(aiBridge.reply, { body: { ...caused, content: 'Bot' } }),
      call(aiBridge.handOver, { body: chat.called }),
      chat.visitor.write('hello?'),
    ]);
    expect([202, 409]).toContain(reply.status);
    expect(handoff.status).toBe(200);
    const lines = await chat.said();
    expect(lines.filter((line) => line === 'ai: Bot')).toHaveLength(reply.status === 202 ? 1 : 0);
    expect(await chat.ai()).toMatchObject({ owner: 'human', silence: 'handed_over' });
    const { turns } = await chat.explain();
    expect(turns.filter(({ outcome }) => outcome === 'running' || outcome === 'waiting')).toEqual([]);
  }
});
