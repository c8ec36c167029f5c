import { onTestFinished } from 'vitest';
import { startCommand } from '../../apps/server/test/command-line.ts';
import { CALLS_THIS_MACHINE } from '../../apps/server/test/receiver.ts';
import { type ServerProcess, startServer, usedDataDirectory } from '../../apps/server/test/server-process.ts';

/** A server in a process of its own, as `npm start` starts it, with an account; it can be stopped and started again. */
export async function startPlace() {
  const env = { DATA_DIR: usedDataDirectory(), DEMO: '0', ...CALLS_THIS_MACHINE };
  let server: ServerProcess = startServer(env);
  const url = await server.ready();
  const { port } = new URL(url);

  async function run<T>(...args: string[]) {
    const { stdout, stderr, code } = await (await startCommand(env, ...args)).ended;
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as T;
  }

  const email = ['--email', 'ann@example.test', '--name', 'Ann', '--password', 'correct horse battery'];
  const account = await run<{ widget_id: number; button_guid: string; agent_id: number }>(
    ...['account', 'create', ...email, '--api-enabled'],
  );
  const createToken = async (scopes: string) =>
    (await run<{ token: string }>('token', 'create', '--widget', `${account.widget_id}`, '--scopes', scopes)).token;
  const addAgent = async (email: string) =>
    (
      await run<{ agent_id: number }>(
        'agent',
        'create',
        '--widget',
        `${account.widget_id}`,
        '--email',
        email,
        '--name',
        'Bob',
      )
    ).agent_id;
  onTestFinished(async () => void (await server.stop()));
  return {
    url,
    ...account,
    createToken,
    addAgent,
    stop: () => server.stop(),
    async start() {
      server = startServer({ ...env, PORT: port });
      await server.ready();
    },
  };
}
