import type { ServerResponse } from 'node:http';
import { api } from '@parley/contract';
import { afterAll, beforeAll } from 'vitest';
import { signCausation } from '../src/modules/answering/turns/causation.ts';
import { addAiChat, configureAi } from './answering.ts';
import { withToken } from './callers.ts';
import { type OpenApp, openApp, type TestApp } from './harness.ts';
import { addExternalOperator } from './operators.ts';
import type { Owner } from './owners.ts';
import { CALLS_THIS_MACHINE, type Receiver, startReceiver } from './receiver.ts';
import { until } from './until.ts';

/** A server that calls external operators on this machine, for all tests of a file. */
export function shareBots() {
  let app: OpenApp | undefined;
  beforeAll(async () => {
    app = await openApp(CALLS_THIS_MACHINE, { background: true });
  });
  afterAll(() => app?.end());
  return () => {
    if (!app) throw new Error('The server is started before the first test');
    return app;
  };
}

export const BOT_SECRET = 'a secret of the bot';

type Answer = object | number | ((response: ServerResponse, call: BotCall) => void);

/** The body of a call. */
interface BotCall {
  event: string;
  room_id: number;
  trigger_message_id: number;
  causation_id: string;
  operator_id: number;
  message: { id: number; type: string; body: string | null; created_at: string };
  history: { id: number; sender: string; type: string; body: string | null; created_at: string }[];
  contact: { id: string; name: string | null };
  locale: string;
}

/** A bot's server: it answers each call as it is told next, and else with 202. */
export async function startBot() {
  const answers: Answer[] = [];
  const receiver = await startReceiver((response, { body }) => {
    const call: BotCall = JSON.parse(body);
    const answer =
      call.event === 'test' ? { content: 'pong' } : call.event === 'message' ? (answers.shift() ?? 202) : {};
    if (typeof answer === 'function') return answer(response, call);
    if (typeof answer === 'number') return void response.writeHead(answer).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return Object.assign(receiver, {
    /** Answers of the next calls: a body, a status, or what sends it. */
    next: (...next: Answer[]) => void answers.push(...next),
    calls: () => callsOf(receiver, 'message'),
    asked: (count = 1) =>
      until(() => callsOf(receiver, 'message')[count - 1] ?? false, `the bot is asked ${count} times`),
    told: (event: string, count = 1) =>
      until(() => callsOf(receiver, event)[count - 1] ?? false, `the bot is told ${event}`),
  });
}

/** What arrived, parsed. */
function callsOf({ arrivals }: Receiver, event: string) {
  return arrivals
    .map(({ body, ...arrival }) => ({ ...arrival, text: body, call: JSON.parse(body) as BotCall }))
    .filter(({ call }) => call.event === event);
}

export type Bot = Awaited<ReturnType<typeof startBot>>;

/** An external operator that was tested and activated, in a widget whose AI is on. */
export async function addActiveBot(owner: Owner, bot: Bot, given: object = {}) {
  const operator = await addExternalOperator(owner, { url: `${bot.url}/bot`, secret: BOT_SECRET, ...given });
  await operator.test();
  await operator.setState('active');
  await configureAi(owner, { enabled: true });
  return operator;
}

/**
 * A chat about which an external operator was called and has not answered. On a server without background work, nobody
 * calls it: the turn stays open.
 */
export async function addCalledChat(app: TestApp, owner: Owner, text = 'hello') {
  const operatorId = await activeOperatorOf(app, owner);
  const chat = await addAiChat(app, owner, text);
  const { id: room_id } = chat.params;
  const call = async () => {
    const [turn] = await app.sql<{ id: number; message_id: number }>(
      `SELECT id::int, trigger_message_id::int AS message_id FROM ai_turns WHERE chat_id = ${room_id} ORDER BY id DESC`,
    );
    const { id: turnId = 0, message_id: messageId = 0 } = turn ?? {};
    const asked = { turnId, widgetId: owner.widgetId, chatId: room_id, operatorId, messageId };
    const causation_id = await app.unitOfWork.read(async ({ vault, now }) => signCausation(vault, asked, now));
    return { room_id, trigger_message_id: messageId, causation_id };
  };
  return { ...chat, operatorId, call, called: await call() };
}

/** The owner's external operator, made active as after a good test. */
async function activeOperatorOf(app: TestApp, owner: Owner) {
  const known = await app.sql<{ id: number }>(
    `SELECT agent_id::int AS id FROM external_operators WHERE widget_id = ${owner.widgetId}`,
  );
  if (known[0]) return known[0].id;
  const call = await withToken(app, owner);
  const { operator_id, public_id } = await addExternalOperator({ ...owner, call });
  await app.sql(`UPDATE external_operators SET tested_at = now() WHERE agent_id = ${operator_id}`);
  await call(api.externalOperators.setState, { params: { public_id }, body: { state: 'active' } });
  await call(api.aiSettings.update, { body: { enabled: true } });
  return operator_id;
}
