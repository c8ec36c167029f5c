import { randomUUID } from 'node:crypto';
import { api, type Message, site } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { addVisitor, anonymousCaller, withBearer } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addOperator } from '../../../../test/operators.ts';
import { addRule, newImpressionId, openPage, readFunnel } from '../../../../test/smart-invitations.ts';

async function startWidget(rule: object = {}, options: { isolated?: boolean } = {}) {
  const app = await startApp({}, options);
  const ann = await app.owner();
  const invited = await addRule(ann, { texts: { de: 'Hallo! Kann ich helfen?' }, ...rule });
  const params = { button_guid: ann.buttonGuid };
  const read = async (chatId: number) =>
    (await ann.call(api.messages.list, { params: { id: chatId } })).data.data.toReversed();
  return {
    app,
    ann,
    rule: invited,
    page: openPage(app, ann),
    /** Opens the chat from an impression, as a new visitor or a known one. */
    open: async (impression_id: string, more: object = {}, known?: { token: string }) => {
      const opening = known ? withBearer(app, known.token) : anonymousCaller(app);
      const { token } = (await opening(site.visitor.open, { params, body: { impression_id, ...more } })).data;
      const call = withBearer(app, token);
      const send = (body: string, client_message_id: string = randomUUID()) =>
        call(site.visitor.send, { params, body: { client_message_id, type: 'text', body } });
      const chatId = async () => (await call(site.visitor.open, { params, body: {} })).data.chat_id as number;
      return {
        token,
        call,
        send,
        chat: async () => (await ann.call(api.chats.read, { params: { id: await chatId() } })).data,
        said: async () => read(await chatId()),
      };
    },
    funnel: async () => (await readFunnel(app, ann)).totals,
  };
}

const inShort = (messages: Message[]) => messages.map(({ sender, body }) => [sender, body]);
const HELLO = ['agent', 'Hello! May I help?'];

describe('a first message after an invitation', () => {
  test('has the server’s own text of it before it, once, and counts as written', async () => {
    const { rule, page, open, funnel } = await startWidget();
    const visitor = await open(await page.see(rule.invitation, ['shown', 'opened']));
    await visitor.send('Yes, please');
    await visitor.send('Where is my order?');
    const said = await visitor.said();
    expect(inShort(said)).toEqual([HELLO, ['client', 'Yes, please'], ['client', 'Where is my order?']]);
    expect(said[0]).toMatchObject({
      seq: 1,
      agent_id: null,
      type: 'text',
      origin: rule.invitation.replace('r', 'invitation:r'),
    });
    expect(await funnel()).toMatchObject({ shown: 1, opened: 1, wrote: 1, held_out_wrote: 0 });
  });

  test('answers it in the language it was shown in, else in the visitor’s, else in that of the text', async () => {
    const { rule, page, open } = await startWidget();
    const answered = async (shown: object, opening: object) => {
      const visitor = await open(await page.see(rule.invitation, ['shown'], shown), opening);
      await visitor.send('Ja');
      return (await visitor.said())[0]?.body;
    };
    expect(await answered({ locale: 'de-AT' }, { locale: 'en' })).toBe('Hallo! Kann ich helfen?');
    expect(await answered({}, { locale: 'de' })).toBe('Hallo! Kann ich helfen?');
    expect(await answered({ locale: 'fr' }, { locale: 'de' })).toBe('Hello! May I help?');
    expect(await answered({}, {})).toBe('Hello! May I help?');
  });

  test('is not repeated with the message', async () => {
    const { rule, page, open, funnel } = await startWidget();
    const visitor = await open(await page.see(rule.invitation));
    const id = randomUUID();
    const [first, again] = [await visitor.send('Yes', id), await visitor.send('Yes', id)];
    expect(again.data).toEqual(first.data);
    expect(first.data).toMatchObject({ seq: 2 });
    expect(inShort(await visitor.said())).toEqual([HELLO, ['client', 'Yes']]);
    expect((await funnel()).wrote).toBe(1);
  });

  test('is one of those that are sent at once', async () => {
    const { rule, page, open, funnel } = await startWidget();
    const visitor = await open(await page.see(rule.invitation));
    await Promise.all(['a', 'b', 'c'].map((body) => visitor.send(body)));
    const said = inShort(await visitor.said());
    expect(said[0]).toEqual(HELLO);
    expect(said.slice(1).toSorted()).toEqual(['a', 'b', 'c'].map((body) => ['client', body]));
    expect((await funnel()).wrote).toBe(1);
  });

  test('of a visitor who has written before is one too', async () => {
    const { app, ann, rule, page, open, funnel } = await startWidget();
    const known = await addVisitor(app, ann);
    await known.write('an old question');
    const visitor = await open(await page.see(rule.invitation), {}, known);
    await visitor.send('Yes');
    await visitor.send('Really');
    const said = inShort(await visitor.said());
    expect(said).toEqual([['client', 'an old question'], HELLO, ['client', 'Yes'], ['client', 'Really']]);
    expect((await funnel()).wrote).toBe(1);
  });

  test('comes from whom the rule names', async () => {
    const { app, ann, page, open } = await startWidget();
    const nora = await addOperator(app, ann);
    const from = async (given: object) => {
      const { invitation } = await addRule(ann, { from: given });
      const visitor = await open(await page.see(invitation));
      await visitor.send('Yes');
      const [{ sender, agent_id } = {} as Message] = await visitor.said();
      return [sender, agent_id];
    };
    expect(await from({ type: 'widget' })).toEqual(['agent', null]);
    expect(await from({ type: 'agent', agent_id: ann.agentId })).toEqual(['agent', ann.agentId]);
    expect(await from({ type: 'ai', agent_id: nora.id })).toEqual(['ai', nora.id]);
    expect(await from({ type: 'ai' })).toEqual(['ai', null]);
    await app.sql(`INSERT INTO ai_settings (widget_id, enabled, updated_at) VALUES (${ann.widgetId}, true, now())
      ON CONFLICT (widget_id) DO UPDATE SET enabled = true`);
    expect(await from({ type: 'ai' })).toEqual(['ai', nora.id]);
  });

  test('has the text even if the rule was disabled or deleted meanwhile', async () => {
    const { rule, page, open } = await startWidget();
    const [one, two] = [await page.see(rule.invitation), await page.see(rule.invitation)];
    await rule.setEnabled(false);
    const first = await open(one);
    await first.send('Yes');
    await rule.remove();
    const second = await open(two);
    await second.send('Yes');
    for (const visitor of [first, second]) expect(inShort(await visitor.said())[0]).toEqual(HELLO);
  });

  test('after 24 hours answers nothing', async () => {
    const { app, rule, page, open, funnel } = await startWidget({}, { isolated: true });
    const start = app.clock.now;
    const [soon, late] = [await open(await page.see(rule.invitation)), await open(await page.see(rule.invitation))];
    app.clock.now = start.add({ hours: 23 });
    await soon.send('Yes');
    app.clock.now = start.add({ hours: 25 });
    await late.send('Yes');
    expect(inShort(await soon.said())).toEqual([HELLO, ['client', 'Yes']]);
    expect(inShort(await late.said())).toEqual([['client', 'Yes']]);
    expect((await funnel()).wrote).toBe(1);
  });

  test('after an impression that is unknown, or of another widget, answers nothing', async () => {
    const { app, open } = await startWidget();
    const bob = await app.owner();
    const foreign = await openPage(app, bob).see((await addRule(bob)).invitation);
    for (const id of [newImpressionId(), foreign]) {
      const visitor = await open(id);
      await visitor.send('Hello');
      expect(inShort(await visitor.said())).toEqual([['client', 'Hello']]);
    }
  });

  test('of a visitor who was held out is counted, and nothing is stored before it', async () => {
    const { rule, page, open, funnel } = await startWidget();
    const visitor = await open(await page.see(rule.invitation, ['held_out']));
    await visitor.send('Hello');
    expect(inShort(await visitor.said())).toEqual([['client', 'Hello']]);
    expect(await funnel()).toMatchObject({ held_out: 1, held_out_wrote: 1, shown: 0, opened: 0, wrote: 0 });
  });

  test('counts the invitation as opened', async () => {
    const { rule, page, open, funnel } = await startWidget();
    await (await open(await page.see(rule.invitation))).send('Yes');
    expect(await funnel()).toMatchObject({ shown: 1, opened: 1, wrote: 1 });
  });
});

/** Members of a chat that differ between any two. */
const OWN = ['id', 'contact_id', 'contact_name', 'version', 'last_seq', 'created_at', 'updated_at'];

describe('the text of an invitation', () => {
  /** An agent's invitation, answered; and a visitor who writes without one. */
  async function writeBoth() {
    const widget = await startWidget();
    const from = { type: 'agent', agent_id: widget.ann.agentId };
    const { invitation } = await addRule(widget.ann, { from });
    const invited = await widget.open(await widget.page.see(invitation));
    await invited.send('Hello');
    const alone = await widget.open(newImpressionId());
    await alone.send('Hello');
    return { ...widget, invitation, invited, alone };
  }

  test('accepts, answers and owns nothing, and nobody has to read it', async () => {
    const { invited, alone } = await writeBoth();
    const [chat, other] = [await invited.chat(), await alone.chat()];
    const shared = (one: object) => Object.fromEntries(Object.entries(one).filter(([name]) => !OWN.includes(name)));
    expect(shared(chat)).toEqual(shared(other));
    expect(chat).toMatchObject({ last_seq: 2, unread: 1, accepted_by: null, agent_id: null, awaiting_reply: true });
  });

  test('is read by the visitor already', async () => {
    const { ann, invited } = await writeBoth();
    const params = { button_guid: ann.buttonGuid };
    expect((await invited.call(site.visitor.open, { params, body: {} })).data.unread).toBe(0);
    expect((await invited.call(site.visitor.markSeen, { params, body: { seq: 2 } })).data).toEqual({ unread: 0 });
    expect((await invited.said())[0]?.seen_at).not.toBeNull();
  });

  test('does not end a wait: the visitor waits since their first unanswered message', async () => {
    const { app, ann, page, rule, open } = await startWidget({}, { isolated: true });
    const visitor = await addVisitor(app, ann);
    await visitor.write('Anybody there?');
    const since = app.clock.now;
    app.clock.now = since.add({ minutes: 3 });
    const invited = await open(await page.see(rule.invitation), {}, visitor);
    await invited.send('Yes');
    const { waiting_since } = await invited.chat();
    expect(Temporal.Instant.compare(waiting_since as string, since)).toBe(0);
  });

  test('is in no statistic', async () => {
    const { app, ann, invited } = await writeBoth();
    const query = {
      from: app.clock.now.subtract({ hours: 1 }).toString(),
      to: app.clock.now.add({ hours: 1 }).toString(),
    };
    const stats = async () => (await ann.call(api.stats.read, { query })).data;
    expect(await stats()).toMatchObject({ chats_total: 2, chats_accepted: 0, messages_total: 2 });
    expect(await stats()).toMatchObject({ avg_response_time_seconds: null });
    const own = await ann.call(api.stats.agent, { params: { id: ann.agentId }, query });
    expect(own.data).toMatchObject({ messages_total: 0, chats_accepted: 0 });
    const { id } = await invited.chat();
    await ann.call(api.messages.send, { params: { id }, body: { type: 'text', body: 'Hi', agent_id: ann.agentId } });
    expect(await stats()).toMatchObject({ chats_accepted: 1, chats_accepted_human: 1, messages_total: 3 });
  });

  test('is no reply when chats are merged', async () => {
    const { app, ann, invited, alone } = await writeBoth();
    const [kept, other] = [await invited.chat(), await alone.chat()];
    const merging = { params: { id: other.contact_id }, body: { contact_id: kept.contact_id } };
    expect((await ann.call(api.contacts.merge, merging)).status).toBe(200);
    const query = {
      from: app.clock.now.subtract({ hours: 1 }).toString(),
      to: app.clock.now.add({ hours: 1 }).toString(),
    };
    expect((await ann.call(api.stats.read, { query })).data).toMatchObject({ avg_response_time_seconds: null });
  });

  test('emits message.created as other messages do, before the visitor’s own', async () => {
    const { app, ann, invited } = await writeBoth();
    const { id } = await invited.chat();
    const emitted = await app.sql<{ type: string; sender: string; seq: number }>(`
      SELECT type, data->>'sender' AS sender, (data->>'seq')::int AS seq FROM events
      WHERE widget_id = ${ann.widgetId} AND (data->>'chat_id')::bigint = ${id} ORDER BY id`);
    expect(emitted.filter(({ type }) => type === 'message.created')).toEqual([
      { type: 'message.created', sender: 'agent', seq: 1 },
      { type: 'message.created', sender: 'client', seq: 2 },
    ]);
    expect(emitted.map(({ type }) => type)).not.toContain('chat.accepted');
  });

  test('is not stored in a chat that is spam', async () => {
    const { app, ann, page, rule, open, funnel } = await startWidget();
    const visitor = await addVisitor(app, ann);
    await visitor.write('Buy!');
    const invited = await open(await page.see(rule.invitation), {}, visitor);
    const { id } = await invited.chat();
    await ann.call(api.chats.setState, { params: { id }, body: { state: 'spam' } });
    await invited.send('Buy more!');
    expect(inShort(await invited.said())).toEqual([
      ['client', 'Buy!'],
      ['client', 'Buy more!'],
    ]);
    expect((await funnel()).wrote).toBe(1);
  });

  test('is marked by the server alone: a reply with its origin is a reply', async () => {
    const { ann, invited } = await writeBoth();
    const { id } = await invited.chat();
    const body = { type: 'text', body: 'Hi', agent_id: ann.agentId, origin: 'invitation:r1' };
    await ann.call(api.messages.send, { params: { id }, body });
    const { data } = await ann.call(api.chats.read, { params: { id } });
    expect(data).toMatchObject({ agent_id: ann.agentId, awaiting_reply: false });
  });
});
