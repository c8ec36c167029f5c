import { expect, test } from 'vitest';
import { environmentOn, runCommand } from '../../test/command-line.ts';
import { freshDatabase } from '../../test/databases.ts';
import { startApp } from '../../test/harness.ts';
import { query } from '../../test/query.ts';

/** Readable lines: no stack, no SQL, no values. */
const SENTENCE = /^(?!.*(?:Failed query|\n\s+at |[Ee]rror:))\S[\s\S]*\n$/;

async function expectRefusals(code: number, env: Record<string, string>, cases: [string[], RegExp][]) {
  for (const [args, message] of cases) {
    const { stderr, ...said } = await runCommand(env, ...args);
    expect(said, args.join(' ').slice(0, 120)).toMatchObject({ code, stdout: '' });
    expect(stderr).toMatch(SENTENCE);
    expect(stderr).toMatch(message);
  }
}

const NEW = ['account', 'create', '--email', 'ann@example.test', '--name', 'Ann'];
const NOBODYS_ID = '999999999';

test('a command with missing, unknown or extra arguments exits with 2 and prints its usage', async () => {
  const env = environmentOn('postgres://nobody@127.0.0.1:1/none');
  await expectRefusals(2, env, [
    [[], /^Usage:/],
    [['account'], /^Usage:/],
    [['account', 'fly'], /^Usage:/],
    [['account', 'create', '--name', 'Ann'], /^--email is required[\s\S]*account create --email EMAIL --name NAME/],
    [['account', 'create', '--email', 'ann@example.test'], /^--name is required/],
    [[...NEW, '--bogus'], /--bogus[\s\S]*account create/],
    [[...NEW, 'extra'], /^Usage: account create/],
    [[...NEW, '--domain'], /--domain/],
    [['account', 'set', '--seats', '5'], /^--account is required/],
    [['widget', 'create'], /^--account is required/],
    [['widget', 'set', '--domain', 'a.example.com'], /^--widget is required/],
    [['widget', 'identity-key'], /^--widget is required/],
    [['user', 'password'], /^--email is required/],
    [['user', 'totp-off'], /^--email is required/],
    [['token', 'create', '--widget', '1'], /^--scopes is required/],
    [['token', 'revoke'], /^--id is required/],
    [['job', 'run'], /^Usage: job run NAME/],
    [['migrate', 'now'], /^Usage: migrate/],
  ]);
});

test('an invalid value exits with 2 and names the option', async () => {
  const app = await startApp();
  const { accountId, widgetId } = await app.owner();
  const account = ['account', 'set', '--account', `${accountId}`];
  const widget = ['widget', 'set', '--widget', `${widgetId}`];
  const token = ['token', 'create', '--widget', `${widgetId}`, '--scopes'];
  await expectRefusals(2, environmentOn(app.connection), [
    [['account', 'create', '--email', 'ann', '--name', 'Ann'], /^--email must be an e-mail address/],
    [[...NEW, '--password', 'short'], /^--password must have at least 10 characters/],
    [[...NEW, '--domain', 'https://a.example.com'], /^--domain must be a domain name/],
    [['account', 'set', '--account', 'one', '--seats', '5'], /^--account must be a whole number/],
    [[...account, '--seats', '0'], /^--seats must be a whole number/],
    [account, /^Pass --seats, --plan, --cabinet-slots or --timezone/],
    [[...account, '--plan', 'gold'], /^--plan must be free or paid/],
    [[...account, '--cabinet-slots', 'many'], /^--cabinet-slots must be a whole number/],
    [[...account, '--cabinet-slots', '100001'], /^--cabinet-slots must be at most 100000/],
    [widget, /^Pass --api-enabled, --domain or --any-domain/],
    [[...widget, '--api-enabled', 'yes'], /^--api-enabled must be true or false/],
    [[...token, 'contacts:fly'], /^Unknown scope: contacts:fly\. Choose from: chats:read/],
    [[...token, 'all', '--count', '0'], /^--count must be a whole number/],
    [[...token, 'all', '--count', '10001'], /^--count must be at most 10000/],
    [[...token, 'all', '--expires', 'soon'], /^--expires must be a time/],
    [['token', 'revoke', '--id', '-5'], /--id/],
  ]);
});

test('invalid options of the webhook receiver are refused without a database', async () => {
  const anyPort = ['webhook', 'listen', '--port', '0'];
  const listen = [...anyPort, '--secret', 'a secret'];
  const secret = ['webhook', 'listen', '--secret', 'a secret'];
  await expectRefusals(2, { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MASTER_KEY: 'short' }, [
    [secret, /^--port is required/],
    [anyPort, /^--secret is required/],
    [[...anyPort, '--secret', ''], /^--secret must not be empty/],
    [[...secret, '--port', '65536'], /^--port must be a whole number from 0 to 65535/],
    [[...secret, '--port', 'http'], /^--port must be a whole number/],
    [
      [...listen, '--fail', '500,often'],
      /^--fail must be a comma-separated list of statuses from 200 to 599, timeout, reset or slow/,
    ],
    [[...listen, '--fail', '100'], /^--fail must be a comma-separated list/],
    [[...listen, '--fail', ''], /^--fail must be a comma-separated list/],
    [[...listen, '--fail', 'toString'], /^--fail must be a comma-separated list/],
    [[...listen, 'extra'], /^Usage: webhook listen --port PORT --secret SECRET \[--fail FAIL\]/],
  ]);
});

test('an unknown time zone and an excessive number of seats are invalid values too', async () => {
  const app = await startApp();
  const account = ['account', 'set', '--account', `${(await app.owner()).accountId}`];
  await expectRefusals(2, environmentOn(app.connection), [
    [[...account, '--timezone', 'Mars/Phobos'], /timezone must be an IANA time zone/],
    [[...account, '--seats', '99999999999'], /^--seats must/],
  ]);
});

test('values that the API rejects are rejected here too, such as an overlong password', async () => {
  const app = await startApp();
  const { email } = await app.owner();
  const users = () => app.sql('SELECT id FROM users ORDER BY id');
  const before = await users();
  const create = (address: string, name: string) => ['account', 'create', '--email', address, '--name', name];
  await expectRefusals(2, environmentOn(app.connection), [
    [[...create('one@example.test', 'Ann'), '--password', 'x'.repeat(257)], /^--password must/],
    [['user', 'password', '--email', email, '--password', 'x'.repeat(257)], /^--password must/],
    [create('two@example.test', ''), /^--name must/],
    [create('three@example.test', 'A\nnn'), /^--name must/],
    [create('four@example..test', 'Ann'), /^--email must/],
  ]);
  expect(await users()).toEqual(before);
});

test('a missing object exits with 1 and a message', async () => {
  const app = await startApp();
  await app.owner();
  await expectRefusals(1, environmentOn(app.connection), [
    [['account', 'set', '--account', NOBODYS_ID, '--seats', '5'], /./],
    [['widget', 'create', '--account', NOBODYS_ID], /./],
    [['widget', 'set', '--widget', NOBODYS_ID, '--api-enabled', 'true'], /./],
    [['token', 'revoke', '--id', NOBODYS_ID], /./],
  ]);
});

test('a token of a missing widget is refused with a message too', async () => {
  const app = await startApp();
  const tokens = () => app.sql('SELECT id FROM tokens ORDER BY id');
  const before = await tokens();
  await expectRefusals(1, environmentOn(app.connection), [
    [['token', 'create', '--widget', NOBODYS_ID, '--scopes', 'all'], /./],
  ]);
  expect(await tokens()).toEqual(before);
});

test('an unknown e-mail exits with 1: the usage is valid, the user is missing', async () => {
  const app = await startApp();
  await expectRefusals(1, environmentOn(app.connection), [
    [['user', 'password', '--email', 'nobody@example.test'], /There is no user with the e-mail nobody@example\.test/],
    [['user', 'totp-off', '--email', 'nobody@example.test'], /There is no user with the e-mail nobody@example\.test/],
  ]);
});

test('a command that cannot run prints nothing on standard output', async () => {
  const env = { ...environmentOn('postgres://nobody@127.0.0.1:1/none'), MASTER_KEY: 'short' };
  expect(await runCommand(env, ...NEW)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('MASTER_KEY must be 32 bytes'),
  });
});

test('a database error prints no values: no hash, no e-mail', async () => {
  const connection = await freshDatabase();
  await query(
    connection,
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
     CREATE TRIGGER refused BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse();`,
  );
  const failed = await runCommand(environmentOn(connection), ...NEW, '--password', 'correct horse battery');
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).not.toMatch(/argon2id|ann@example|correct horse/);
});
