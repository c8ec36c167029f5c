import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { addChat } from '../../../../test/callers.ts';
import { startApp } from '../../../../test/harness.ts';
import { addAssistant, addCredential, addOperator, deleteAssistant, refusalOf } from '../../../../test/operators.ts';
import { find, resolveChain } from './index.ts';

const REFUSED = { status: 422, fields: ['backup_credential_id'] };
const webhook = { provider: 'webhook', base_url: 'https://1.1.1.1/ai', signing_secret: 'a signing secret of ours' };

async function start() {
  const app = await startApp();
  const ann = await app.owner();
  return {
    app,
    ann,
    /** Credentials of which each is the backup of the next. */
    addChain: async (count: number) => {
      const made: Awaited<ReturnType<typeof addCredential>>[] = [];
      for (let at = 0; at < count; at += 1) {
        const last = made.at(-1);
        made.push(await addCredential(ann, { api_key: `sk-${at}`, ...(last && { backup_credential_id: last.id }) }));
      }
      return made.toReversed();
    },
    resolve: (assistantId: number | null = null, operatorId: number | null = null) =>
      app.unitOfWork.read((work) => resolveChain({ ...work, widgetId: ann.widgetId }, { assistantId, operatorId })),
    addOperator: async () => {
      const [made] = await app.sql<{ id: number }>(`INSERT INTO agents (account_id, widget_id, type, role, created_at)
        VALUES (${ann.accountId}, ${ann.widgetId}, 'ai', 'operator', now()) RETURNING id::int`);
      return made?.id as number;
    },
  };
}

const idsOf = (list: { id: number }[]) => list.map(({ id }) => id);

test('a chain has three backups at most, in order', async () => {
  const { ann, addChain } = await start();
  const [first, ...rest] = await addChain(4);
  expect((await first?.read())?.backup_chain).toEqual(
    rest.map(({ id }) => ({ id, provider: 'openai', model: null, is_active: true, usable: true })),
  );
  const body = { provider: 'openai', api_key: 'sk', backup_credential_id: first?.id };
  expect(refusalOf(await ann.call(api.aiCredentials.create, { body }))).toEqual(REFUSED);
  expect((await ann.call(api.aiCredentials.list)).data.data).toHaveLength(4);
});

test('a backup in the middle of a chain must not make another chain too long', async () => {
  const { ann, addChain } = await start();
  const [first, second, third] = await addChain(3);
  const [other, last] = await addChain(2);
  expect(refusalOf((await third?.update({ backup_credential_id: other?.id })) as never)).toEqual(REFUSED);
  expect(idsOf((await first?.read())?.backup_chain ?? [])).toEqual([second?.id, third?.id]);
  expect((await third?.update({ backup_credential_id: last?.id }))?.status).toBe(200);
  expect(idsOf((await first?.read())?.backup_chain ?? [])).toEqual([second?.id, third?.id, last?.id]);
  expect((await ann.call(api.aiCredentials.list)).data.data).toHaveLength(5);
});

test('a chain must not lead back to itself', async () => {
  const { addChain } = await start();
  const [first, second, third] = await addChain(3);
  expect(refusalOf((await first?.update({ backup_credential_id: first.id })) as never)).toEqual(REFUSED);
  expect(refusalOf((await second?.update({ backup_credential_id: first?.id })) as never)).toEqual(REFUSED);
  expect(refusalOf((await third?.update({ backup_credential_id: first?.id })) as never)).toEqual(REFUSED);
  expect((await third?.read())?.backup_chain).toEqual([]);
});

test('of two concurrent changes that together make a circle, one is refused', async () => {
  const { ann } = await start();
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await addCredential(ann), await addCredential(ann)];
    const answers = await Promise.all([
      one.update({ backup_credential_id: two.id }),
      two.update({ backup_credential_id: one.id }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  }
});

test('of concurrent changes that together make a chain too long, some are refused', async () => {
  const { ann } = await start();
  const made: Awaited<ReturnType<typeof addCredential>>[] = [];
  for (let at = 0; at < 5; at += 1) made.push(await addCredential(ann));
  const answers = await Promise.all(
    made.slice(1).map((each, at) => each.update({ backup_credential_id: made[at]?.id })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422]);
});

test('a link is usable while it is active, has its key and belongs to no deleted assistant', async () => {
  const { app, ann } = await start();
  const assistantId = await addAssistant(app, ann);
  const link = await addCredential(ann, { ...webhook, assistant_id: assistantId });
  const first = await addCredential(ann, { backup_credential_id: link.id });
  const usable = async () => (await first.read()).backup_chain[0]?.usable;
  expect(await usable()).toBe(true);
  await link.update({ is_active: false });
  expect((await first.read()).backup_chain).toMatchObject([{ id: link.id, is_active: false, usable: false }]);
  await link.update({ is_active: true, api_key: null });
  expect(await usable()).toBe(false);
  await link.update({ api_key: 'sk-2' });
  expect(await usable()).toBe(true);
  await app.sql(`UPDATE ai_credentials SET signing_secret = NULL WHERE id = ${link.id}`);
  expect(await usable()).toBe(false);
  await link.update({ signing_secret: webhook.signing_secret });
  await deleteAssistant(app, assistantId);
  expect(await usable()).toBe(false);
});

test('the credential of the assistant comes before that of the operator, and that before the widget’s', async () => {
  const { app, ann, resolve, addOperator } = await start();
  const [assistant, operator] = [await addAssistant(app, ann), await addOperator()];
  const widgetWide = await addCredential(ann);
  const ofOperator = await addCredential(ann, { operator_id: operator });
  const ofAssistant = await addCredential(ann, { assistant_id: assistant });
  const first = async () => (await resolve(assistant, operator))[0]?.id;
  expect(await first()).toBe(ofAssistant.id);
  await deleteAssistant(app, assistant);
  expect(await first()).toBe(ofOperator.id);
  await ofOperator.update({ is_active: false });
  expect(await first()).toBe(widgetWide.id);
  expect(idsOf(await resolve())).toEqual([widgetWide.id]);
  await widgetWide.update({ is_active: false });
  expect(await resolve(assistant, operator)).toEqual([]);
});

test('of several credentials of one scope, the oldest active one is used', async () => {
  const { ann, resolve } = await start();
  const [one, two] = [await addCredential(ann), await addCredential(ann)];
  expect(idsOf(await resolve())).toEqual([one.id]);
  await one.update({ is_active: false });
  expect(idsOf(await resolve())).toEqual([two.id]);
});

test('backups that can’t be used are passed over, and theirs are followed', async () => {
  const { addChain, resolve } = await start();
  const [first, second, third, last] = await addChain(4);
  // The oldest is the last of the chain, and would be first.
  for (const each of [second, third, last]) await each?.update({ is_active: false });
  expect(idsOf(await resolve())).toEqual([first?.id]);
  await third?.update({ is_active: true });
  await first?.update({ is_active: false });
  expect(idsOf(await resolve())).toEqual([third?.id]);
});

test('a chain without a gap is resolved whole', async () => {
  const { app, ann, addChain, resolve } = await start();
  const assistant = await addAssistant(app, ann);
  const chain = await addChain(4);
  await chain[0]?.update({ assistant_id: assistant });
  expect(idsOf(await resolve(assistant))).toEqual(idsOf(chain));
  await chain[1]?.update({ api_key: null });
  expect(idsOf(await resolve(assistant))).toEqual([chain[0]?.id, chain[2]?.id, chain[3]?.id]);
});

test('the AI is silent without a credential that is active and has a key', async () => {
  const { app, ann } = await start();
  await addOperator(app, ann);
  await ann.call(api.aiSettings.update, { body: { enabled: true } });
  const { params } = await addChat(app, ann);
  const silence = async () => ((await ann.call(api.chats.readAi, { params })).body as { silence: string }).silence;
  expect(await silence()).toBe('no_credential');
  const made = await addCredential(ann);
  expect(await silence()).not.toBe('no_credential');
  await made.update({ api_key: null });
  expect(await silence()).toBe('no_credential');
  await made.update({ api_key: 'sk-2', is_active: false });
  expect(await silence()).toBe('no_credential');
});

test('a resolved credential has its secrets opened', async () => {
  const { app, ann, resolve } = await start();
  const made = await addCredential(ann, { ...webhook, api_key: 'sk-9', model: 'm', price_input: 1, price_output: 2 });
  expect(await resolve()).toEqual([
    {
      id: made.id,
      provider: 'webhook',
      model: 'm',
      embeddingModel: null,
      baseUrl: webhook.base_url,
      apiKey: 'sk-9',
      signingSecret: webhook.signing_secret,
      priceInput: 1,
      priceOutput: 2,
    },
  ]);
  const found = await app.unitOfWork.read((work) => find({ ...work, widgetId: ann.widgetId }, made.id));
  expect(found).toMatchObject({ id: made.id, apiKey: 'sk-9' });
});
