import { EventEmitter, once } from 'node:events';
import { api, type Explanation } from '@parley/contract';
import { Client } from 'pg';
import { addAi } from './answering.ts';
import type { Call } from './call.ts';
import { addVisitor, signedIn } from './callers.ts';
import type { OpenApp } from './harness.ts';
import { addConnectedAgent } from './people.ts';
import { type ChatRows, compareBest, compareTexts } from './reply-comparison.ts';
import { afterEvent, isOfAi, openTurn, type ReplyEvent, type ReplyModel, started } from './reply-model.ts';
import { until } from './until.ts';
import type { Script } from './vendors/script.ts';
import type { startVendor } from './vendors/vendor.ts';

type Vendor = Awaited<ReturnType<typeof startVendor>>;

/** Calls of the vendor that wait for their answer, by the visitor's words that they are about. */
function holdAnswers(vendor: Vendor) {
  const arrivals = new Map<string, PromiseWithResolvers<void>>();
  const answers = new Map<string, PromiseWithResolvers<Script>>();
  const of = <T>(map: Map<string, PromiseWithResolvers<T>>, text: string) => {
    const found = map.get(text) ?? Promise.withResolvers<T>();
    map.set(text, found);
    return found;
  };
  vendor.usual = (request) => {
    const { messages } = request.body as { messages: { role: string; content: string }[] };
    const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    of(arrivals, text).resolve();
    return of(answers, text).promise;
  };
  return {
    arrival: (text: string) => of(arrivals, text).promise,
    release: (text: string, script: Script) => of(answers, text).resolve(script),
  };
}

/** Reads rows of many chats, over one connection. */
async function openRows(connection: string) {
  const client = new Client(connection);
  await client.connect();
  const query = createQueue(async (text: string, values: unknown[]) => (await client.query(text, values)).rows);
  await client.query(ANNOUNCED);
  const ended = new EventEmitter().setMaxListeners(0);
  client.on('notification', ({ payload = '' }) => ended.emit(payload));
  return {
    /** Resolves when the next turn of a chat has ended. */
    nextEnd: (chatId: number) => once(ended, String(chatId)),
    /** Waits until no takeover is awaited in a widget. */
    untilTakenOver: (widgetId: number) =>
      until(
        async () =>
          !(await query(`SELECT FROM ai_turns WHERE widget_id = $1 AND outcome = 'waiting' LIMIT 1`, [widgetId]))
            .length,
        'all that is due is taken over',
      ),
    findChatId: async (messageId: number): Promise<number> =>
      (await query('SELECT chat_id::int FROM messages WHERE id = $1', [messageId]))[0]?.chat_id,
    /** What the visitor sees, and who has the chat. */
    async readChat(chatId: number): Promise<ChatRows> {
      const [found] = await query(
        `SELECT c.agent_id::int, h.waiting_since IS NOT NULL AS is_waiting, (
           SELECT json_agg(json_build_object('id', m.id, 'sender', m.sender) ORDER BY m.seq) FROM messages m
           WHERE m.widget_id = c.widget_id AND m.chat_id = c.id AND m.seq IS NOT NULL
         ) AS shown
         FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id WHERE c.id = $1`,
        [chatId],
      );
      return found;
    },
    /** Everything that is stored about a chat and its turns. */
    readAll: async (chatId: number): Promise<object | undefined> =>
      (
        await query(
          `SELECT to_jsonb(c) AS chat, to_jsonb(h) - '{updated_at,version,activity}'::text[] AS head,
             (SELECT jsonb_agg(to_jsonb(t) - '{due_at,leases}'::text[] ORDER BY t.id) FROM ai_turns t
              WHERE t.widget_id = c.widget_id AND t.chat_id = c.id) AS turns
           FROM chats c JOIN chat_heads h ON h.widget_id = c.widget_id AND h.chat_id = c.id WHERE c.id = $1`,
          [chatId],
        )
      )[0],
    close: () => client.end(),
  };
}

/** PostgreSQL says when a turn ends: asking for it again and again would cost more than the turns. */
const ANNOUNCED = `
  CREATE OR REPLACE FUNCTION announce_turn() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('test_turns', NEW.chat_id::text); RETURN NEW; END $$;
  CREATE OR REPLACE TRIGGER announced AFTER UPDATE ON ai_turns FOR EACH ROW
    WHEN (OLD.outcome = 'running' AND NEW.outcome <> 'running') EXECUTE FUNCTION announce_turn();
  LISTEN test_turns`;

/** The sweep would move closed chats between two reads. It is due when its last run is past. */
const NO_SWEEPS = `
  INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
  VALUES ('chats.sweep', now(), 'infinity')
  ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`;

/** One at a time. */
function createQueue<Args extends unknown[], T>(run: (...args: Args) => Promise<T>) {
  let last: Promise<unknown> = Promise.resolve();
  return (...args: Args) => {
    const next = last.then(() => run(...args));
    last = next.catch(() => undefined);
    return next;
  };
}

/** A widget with one operator and one person at work, whose chats follow the model. */
export async function startReplies(
  { app, vendor }: { app: OpenApp; vendor: Vendor },
  { takeoverSeconds = 0, sessions = 8 } = {},
) {
  const held = holdAnswers(vendor);
  await app.sql(NO_SWEEPS);
  const ann = await app.owner();
  const bob = await addConnectedAgent(app, ann);
  const settings = { takeover_timeout_sec: takeoverSeconds, budget_widget_tokens: null };
  const { operatorId } = await addAi(ann, { settings });
  // Each may write 3,000 times a minute.
  const callers = await Promise.all(
    Array.from({ length: sessions }, async () => ({
      owner: await signedIn(app, ann),
      person: await signedIn(app, bob),
    })),
  );
  const rows = await openRows(app.connection);
  const options = { hasTakeover: takeoverSeconds > 0 };
  let count = 0;

  async function open() {
    count += 1;
    const name = `chat ${count}`;
    const caller = callers[count % callers.length] as (typeof callers)[number];
    const visitor = await addVisitor(app, ann);
    const { id } = await visitor.write(`${name} message 1`);
    return createChat({ name, id: await rows.findChatId(id), visitor, caller });
  }

  interface Opened {
    name: string;
    id: number;
    visitor: Awaited<ReturnType<typeof addVisitor>>;
    caller: Record<'owner' | 'person', Call>;
  }

  async function createChat({ name, id, visitor, caller }: Opened) {
    const { owner, person } = caller;
    const params = { id };
    let written = 1;
    const said = () => `${name} message ${written}`;
    const agent_id = bob.agentId;
    const contactId = async () => (await owner(api.chats.read, { params })).data.contact_id ?? '';
    const setState = (state: string) => owner(api.chats.setState, { params, body: { state } });
    const setAi = (enabled: boolean) => owner(api.chats.setAi, { params, body: { enabled } });
    const acts: Record<Exclude<ReplyEvent, 'answer' | 'escalate' | 'patience'>, () => Promise<unknown>> = {
      write: () => {
        written += 1;
        return visitor.write(said());
      },
      reply: () => person(api.messages.send, { params, body: { type: 'text', body: 'A person here.' } }),
      claim: () => person(api.chats.claim, { params, body: { agent_id } }),
      assign: () => owner(api.chats.transfer, { params, body: { agent_id } }),
      pause: () => setAi(false),
      resume: () => setAi(true),
      close: () => owner(api.chats.close, { params, body: {} }),
      spam: () => setState('spam'),
      reopen: () => setState('active'),
      block: async () => owner(api.contacts.block, { params: { id: await contactId() } }),
      unblock: async () => owner(api.contacts.unblock, { params: { id: await contactId() } }),
    };
    /** The model is asked for the last message; an answer is for this one. */
    let asked = said();
    await held.arrival(asked);

    const chat = {
      id,
      model: started(options),
      history: [] as ReplyEvent[],
      /** Cuts off a call that waits: a widget has a hundred at most. */
      end: () => acts.close(),
      /** Does it, without waiting for what follows. */
      async act(event: ReplyEvent): Promise<void> {
        if (event === 'patience') return;
        if (event !== 'answer' && event !== 'escalate') return void (await acts[event]());
        const text = event === 'answer' ? `Answer to ${asked}` : '[KEY_TO_OPERATOR]';
        const ended = rows.nextEnd(id);
        held.release(asked, { text });
        await ended;
      },
      /** Waits until the model of the AI is asked, if it should be. */
      async follow(): Promise<void> {
        if (!openTurn(chat.model)) return;
        asked = said();
        await held.arrival(asked);
      },
      /** Does both at once, and returns where what came of it contradicts either order. */
      async race(one: ReplyEvent, other: ReplyEvent): Promise<string[]> {
        const before = chat.model;
        await Promise.all([chat.act(one), chat.act(other)]);
        const after = (first: ReplyEvent, second: ReplyEvent) => {
          const between = afterEvent(before, first, options);
          // What answers another turn is dropped.
          const isLate = isOfAi(second) && openTurn(between)?.turn !== openTurn(before)?.turn;
          return isLate ? between : afterEvent(between, second, options);
        };
        return chat.contradictions([after(one, other), after(other, one)]);
      },
      async step(event: ReplyEvent): Promise<void> {
        chat.history.push(event);
        const wasOpen = openTurn(chat.model);
        chat.model = afterEvent(chat.model, event, options);
        // Nothing can arrive that nobody asked for.
        if (isOfAi(event) && !wasOpen) return;
        await chat.act(event);
        await chat.follow();
      },
      /** Does what should change nothing, and returns what it changed. */
      async idle(event: ReplyEvent): Promise<string[]> {
        // Nothing can arrive that nobody asked for.
        if (isOfAi(event)) return [];
        const before = await rows.readAll(id);
        await chat.act(event);
        return compareTexts(`after ${event} all`, await rows.readAll(id), before);
      },
      /** Where the API contradicts the model; given several, the best one. */
      async contradictions(given?: ReplyModel[]): Promise<string[]> {
        const models = given ?? [chat.model];
        const explaining = owner(api.chats.explain, { params, query: { limit: 100 } });
        const [explained, ai, stored] = await Promise.all([
          explaining,
          owner(api.chats.readAi, { params }),
          rows.readChat(id),
        ]);
        const view = { ...stored, ai: ai.data, explanation: (explained.body as Explanation).data };
        return compareBest(view, models, { operatorId, agentId: agent_id });
      },
    };
    return chat;
  }

  /** All visitors have waited as long as the AI leaves a person. No model may be asked meanwhile. */
  async function waitOut(chats: Awaited<ReturnType<typeof open>>[]) {
    app.clock.now = app.clock.now.add({ seconds: takeoverSeconds });
    await rows.untilTakenOver(ann.widgetId);
    await Promise.all(chats.map((chat) => chat.step('patience')));
  }

  return { open, waitOut, [Symbol.asyncDispose]: rows.close };
}
