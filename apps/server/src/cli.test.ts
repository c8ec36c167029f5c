import { existsSync } from 'node:fs';
import path from 'node:path';
import { presets } from '@parley/contract';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../test/command-line.ts';
import { dataDirectory, postmasterPid, startServer, usedDataDirectory } from '../test/server-process.ts';
import { until } from '../test/until.ts';
import { commands } from './commands/index.ts';

const cli = (dataDir: string, ...args: string[]) => startServer({ DATA_DIR: dataDir }, { script: 'cli', args }).ended;

test('without a server a command starts its own database, prints only JSON lines and leaves nothing running', async () => {
  const dataDir = usedDataDirectory();
  const { code, stdout } = await cli(dataDir, 'migrate');
  expect(code).toBe(0);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([{ migrations: expect.any(Number) }]);
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('concurrent commands on an empty DATA_DIR all succeed, and the last one stops the database', async () => {
  const dataDir = dataDirectory();
  const results = await Promise.all([cli(dataDir, 'migrate'), cli(dataDir, 'migrate'), cli(dataDir, 'migrate')]);
  expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(Array(3).fill([0, '']));
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a command restarts its database if another command stopped it before it could connect', async () => {
  const dataDir = usedDataDirectory();
  const slow = startServer({ DATA_DIR: dataDir }, { script: 'cli', args: ['migrate'] });
  await until(() => postmasterPid(dataDir) !== undefined, 'it has started postgres');
  slow.signal('SIGSTOP');
  expect(await runCommand({ DATA_DIR: dataDir }, 'migrate')).toMatchObject({ code: 0 });
  slow.signal('SIGCONT');
  expect(await slow.ended).toMatchObject({ code: 0, stderr: '' });
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('while a server runs, a command uses its database and leaves it running', async () => {
  const dataDir = usedDataDirectory();
  const server = startServer({ DATA_DIR: dataDir });
  const url = await server.ready();
  const [one, two] = await Promise.all([cli(dataDir, 'migrate'), runCommand({ DATA_DIR: dataDir }, 'migrate')]);
  expect([one.code, two.code]).toEqual([0, 0]);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await server.stop();
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a command that is interrupted leaves nothing running', async () => {
  const dataDir = dataDirectory();
  const command = startServer({ DATA_DIR: dataDir }, { script: 'cli', args: ['migrate'] });
  await until(() => postmasterPid(dataDir) !== undefined, 'it has started postgres');
  expect((await command.stop()).code).toBe(130);
  expect(postmasterPid(dataDir)).toBeUndefined();
});

test('a command refuses a DATA_DIR that does not exist, and creates nothing', async () => {
  const dataDir = path.join(dataDirectory(), 'mistyped');
  expect(await runCommand({ DATA_DIR: dataDir }, 'migrate')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${dataDir} does not exist`),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test('an unknown command or option prints the usage and exits with 2', async () => {
  const dataDir = dataDirectory();
  expect(await cli(dataDir, 'make', 'coffee')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Usage:'),
  });
  for (const args of [['constructor'], ['migrate', '--bogus']]) {
    expect(await runCommand({ DATA_DIR: dataDir }, ...args)).toMatchObject({ code: 2 });
  }
});

test('--help and `help` print the usage of one command, of a noun or of all, and need no database', async () => {
  const env = { DATA_DIR: path.join(dataDirectory(), 'missing') };
  const help = async (...args: string[]) => {
    const { code, stdout, stderr } = await (await startCommand(env, ...args)).ended;
    expect([args, code, stderr]).toEqual([args, 0, '']);
    return stdout;
  };
  expect(await help('widget', 'set', '--help')).toBe(
    'Usage: npm run --silent cli -- widget set --widget WIDGET [--api-enabled true|false] [--domain DOMAIN]… [--any-domain]\n\n' +
      'enable or disable the API of a widget, or set the domains it is allowed on\n',
  );
  for (const [name, { summary }] of commands) {
    const said = await help(...name.split(' '), '--help');
    expect(said).toMatch(new RegExp(`^Usage: npm run --silent cli -- ${name}\\b[^\\n]*\\n\\n`));
    expect(said).toContain(`\n\n${summary}\n`);
    expect(await help('help', ...name.split(' '))).toBe(said);
  }
  const ofTokens = await help('token', 'create', '--help');
  for (const [name, scopes] of Object.entries(presets)) expect(ofTokens).toContain(`${name}: ${scopes.join(', ')}`);
  const ofNoun = await help('token', '-h');
  expect(ofNoun).toContain('  token revoke --id ID');
  expect(ofNoun).not.toContain('account create');
  const all = await help('--help');
  expect(all).toMatch(/^Usage: .*\n {2}account create [\s\S]*\n {2}migrate /);
  expect(await help('help')).toBe(all);
});
