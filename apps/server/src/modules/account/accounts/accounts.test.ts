import { api, dashboard } from '@parley/contract';
import { expect, test } from 'vitest';
import { signIn, startApp, type TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { addWidget } from '../../../../test/people.ts';

async function startWithOwner(options?: Parameters<typeof startApp>[1]) {
  const app = await startApp({}, options);
  return { app, ann: await app.owner() };
}

const patch = ({ call }: Owner, body: unknown) => call(api.account.update, { body });

/** How often the served configuration of each widget became stale, by id. */
async function revisions(app: TestApp) {
  const rows = await app.sql<{ id: string; config_revision: string }>('SELECT id, config_revision FROM widgets');
  return Object.fromEntries(rows.map(({ id, config_revision }) => [id, Number(config_revision)]));
}

test("the profile is of the token's account and has no legal entities yet", async () => {
  const { app, ann } = await startWithOwner();
  await app.owner();
  const { status, data } = await ann.call(api.account.read);
  expect(status).toBe(200);
  expect(data).toEqual({
    id: ann.accountId,
    name: 'Ann',
    surname: null,
    phone: null,
    email: ann.email,
    timezone: 'Europe/Moscow',
    locale: null,
    chats_keep_days: null,
    seats: 5,
    legal_entities: [],
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
});

test('a patch changes only what is sent and returns the stored profile', async () => {
  const { ann } = await startWithOwner();
  const first = await patch(ann, { surname: 'Ångström', phone: '+7 (999) 123-45-67' });
  expect(first).toMatchObject({
    status: 200,
    data: { name: 'Ann', surname: 'Ångström', phone: '+7 (999) 123-45-67', email: ann.email },
  });
  const second = await patch(ann, { name: 'Анна' });
  expect(second.data).toMatchObject({ name: 'Анна', surname: 'Ångström' });
  expect((await ann.call(api.account.read)).data).toEqual(second.data);
});

test('null clears name, surname and phone', async () => {
  const { ann } = await startWithOwner();
  await patch(ann, { name: 'Ann', surname: 'Smith', phone: '112' });
  for (const field of ['name', 'surname', 'phone']) {
    expect(await patch(ann, { [field]: null })).toMatchObject({ status: 200, data: { [field]: null } });
  }
});

test('a change moves updated_at and leaves created_at', async () => {
  const { app, ann } = await startWithOwner();
  const { created_at } = (await ann.call(api.account.read)).data;
  app.clock.now = app.clock.now.add({ hours: 1 });
  const { data } = await patch(ann, { surname: 'Smith' });
  expect(Temporal.Instant.from(data.updated_at).equals(app.clock.now)).toBe(true);
  expect(data.created_at).toBe(created_at);
});

test('a name with a control character is refused by name', async () => {
  const { ann } = await startWithOwner();
  for (const odd of ['A\u0000nn', 'A\nnn', 'A\tnn', 'Ann\u007f', 'Ann\u0085', 'Ann\u009f', '\u001b[31mAnn', '', '  ']) {
    for (const field of ['name', 'surname']) {
      const answer = await patch(ann, { [field]: odd });
      expect([odd, field, answer]).toMatchObject([
        odd,
        field,
        { status: 422, problem: { errors: { [field]: expect.any(Array) } } },
      ]);
    }
  }
  expect((await ann.call(api.account.read)).data).toMatchObject({ name: 'Ann', surname: null });
});

test('a phone is an optional plus, a digit, then digits, spaces, parentheses or hyphens, up to 32 characters', async () => {
  const { ann } = await startWithOwner();
  for (const phone of ['1', '+1', '8 800 555-35-35', '+7(999)1234567', `+${'1'.repeat(31)}`]) {
    expect([phone, await patch(ann, { phone })]).toMatchObject([phone, { status: 200, data: { phone } }]);
  }
  for (const phone of ['', '+', '++1', '(999) 1', ' 1', '1+1', '1.2', '1a', '１２３', '1\n', `+${'1'.repeat(32)}`, 7]) {
    const answer = await patch(ann, { phone });
    expect([phone, answer]).toMatchObject([
      phone,
      { status: 422, problem: { errors: { phone: [expect.any(String)] } } },
    ]);
  }
});

test('a read-only member is refused by name, and nothing changes', async () => {
  const { ann } = await startWithOwner();
  const readOnly = { id: 5, email: 'new@example.test', password: 'a long password', legal_entities: [], seats: 50 };
  for (const [field, value] of Object.entries(readOnly)) {
    const answer = await patch(ann, { surname: 'Smith', [field]: value });
    expect(answer).toMatchObject({ status: 422, problem: { errors: { [field]: [expect.any(String)] } } });
    expect(Object.keys(answer.problem.errors ?? {})).toEqual([field]);
  }
  const { data } = await ann.call(api.account.read);
  expect(data).toMatchObject({ id: ann.accountId, surname: null, email: ann.email, seats: 5 });
});

test('a time zone is an IANA name, since the hours of departments are in it', async () => {
  const { app, ann } = await startWithOwner();
  const before = await revisions(app);
  expect((await patch(ann, { timezone: 'Asia/Tokyo' })).data).toMatchObject({ timezone: 'Asia/Tokyo', name: 'Ann' });
  expect((await revisions(app))[ann.widgetId]).toBe((before[ann.widgetId] ?? 0) + 1);
  for (const timezone of ['Mars/Base', '+03:00', '', null, 3]) {
    expect(await patch(ann, { timezone })).toMatchObject({
      status: 422,
      problem: { errors: { timezone: [expect.any(String)] } },
    });
  }
  expect((await ann.call(api.account.read)).data.timezone).toBe('Asia/Tokyo');
});

test('a language is one of the console, or null', async () => {
  const { ann } = await startWithOwner();
  for (const locale of ['ru', null]) expect((await patch(ann, { locale })).data).toMatchObject({ locale });
  expect(await patch(ann, { locale: 'xx' })).toMatchObject({
    status: 422,
    problem: { errors: { locale: [expect.any(String)] } },
  });
});

test('a patch without a writable member is refused', async () => {
  const { ann } = await startWithOwner();
  expect(await patch(ann, {})).toMatchObject({ status: 422 });
  expect(await patch(ann, [])).toMatchObject({ status: 422 });
});

test('changing the name makes every widget of the account stale, and none of another account', async () => {
  const { app, ann } = await startWithOwner();
  const [second, bob] = [await addWidget(app, ann), await app.owner()];
  const before = await revisions(app);
  expect(await patch(ann, { name: 'Anna' })).toMatchObject({ status: 200 });
  const after = await revisions(app);
  for (const id of [ann.widgetId, second.widgetId]) expect(after[id]).toBe((before[id] ?? 0) + 1);
  expect(after[bob.widgetId]).toBe(before[bob.widgetId]);
});

test('a refused patch makes nothing stale', async () => {
  const { app, ann } = await startWithOwner();
  const before = await revisions(app);
  expect(await patch(ann, { name: 'A\nnn' })).toMatchObject({ status: 422 });
  expect(await patch(ann, { name: 'Anna', email: 'new@example.test' })).toMatchObject({ status: 422 });
  expect(await ann.call(api.account.update, { body: { name: 'Anna' }, key: null })).toMatchObject({ status: 400 });
  expect(await revisions(app)).toEqual(before);
});

test('the name and the revision commit together', async () => {
  const { app, ann } = await startWithOwner({ isolated: true });
  const before = await revisions(app);
  await app.sql(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER refused BEFORE UPDATE ON widgets FOR EACH ROW EXECUTE FUNCTION refuse();`);
  expect(await patch(ann, { name: 'Anna' })).toMatchObject({ status: 500 });
  await app.sql('DROP TRIGGER refused ON widgets');
  expect((await ann.call(api.account.read)).data).toMatchObject({ name: 'Ann' });
  expect(await revisions(app)).toEqual(before);
});

test("the profile is the owner's: the session shows a change at once", async () => {
  const { app, ann } = await startWithOwner();
  const { call } = await signIn(app, ann);
  await patch(ann, { name: 'Anna', surname: 'Smith' });
  expect((await call(dashboard.session.read)).data.user).toMatchObject({ name: 'Anna', surname: 'Smith' });
});
