import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { api } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { addAiChat, configureAi } from '../../../../test/answering.ts';
import { startApp } from '../../../../test/harness.ts';
import { addExternalOperator } from '../../../../test/operators.ts';
import { CALLS_THIS_MACHINE } from '../../../../test/receiver.ts';
import { until } from '../../../../test/until.ts';

const SECRET = 'a secret of sixteen or more';

/** The program in docs/guides/external-operators.md. */
function readProgram() {
  const page = readFileSync(new URL('../../../../../../docs/guides/external-operators.md', import.meta.url), 'utf8');
  const [, program = ''] = /^ {3}```js\n(.*?)^ {3}```$/ms.exec(page) ?? [];
  return program.replace(/^ {3}/gm, '');
}

async function startDocumentedBot(given: { PARLEY: string; PARLEY_TOKEN: string }) {
  const env = { ...given, SECRET, PORT: '0' };
  const cwd = new URL('../../../../', import.meta.url);
  const child = spawn(process.execPath, ['--input-type=module', '-e', readProgram()], { cwd, env, stdio: 'pipe' });
  onTestFinished(() => void child.kill());
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const [, port] = await until(() => /port (\d+)\n/.exec(printed) ?? false, 'the bot listens');
  return { url: `http://127.0.0.1:${port}/`, printed: () => printed };
}

test('the documented bot answers at once, later, and hands over', async () => {
  const app = await startApp(CALLS_THIS_MACHINE, { background: true, live: true });
  const ann = await app.owner();
  const PARLEY_TOKEN = await ann.newToken(['responder:inject', 'responder:escalate']);
  const { url, printed } = await startDocumentedBot({ PARLEY: app.address, PARLEY_TOKEN });
  const operator = await addExternalOperator(ann, { url, secret: SECRET });
  expect((await operator.test()).body).toMatchObject({ ok: true, answer: 'I am here.' });
  await operator.setState('active');
  await configureAi(ann, { enabled: true });
  const chat = await addAiChat(app, ann, 'When do you open?');
  const lastLine = (line: string) =>
    until(async () => (await chat.said()).at(-1) === line || (await chat.said()).at(-2) === line, `${line} is shown`);
  await lastLine('ai: We are open from **nine to five**.');
  await chat.visitor.write('What is tea?');
  await lastLine('ai: You wrote “What is tea?”. Here is what I found.');
  await chat.visitor.write('A person, please');
  await lastLine('ai: I am getting a colleague.');
  expect((await ann.call(api.chats.readAi, { params: chat.params })).data).toMatchObject({ silence: 'handed_over' });
  expect(printed()).toMatch(/^Listening on port \d+\n$/);
});

test('the documented bot refuses what is not signed with its secret', async () => {
  const { url } = await startDocumentedBot({ PARLEY: 'http://127.0.0.1:9', PARLEY_TOKEN: 'none' });
  const answer = await fetch(url, { method: 'POST', body: '{"event":"test"}' });
  expect(answer.status).toBe(401);
});
