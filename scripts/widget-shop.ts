// A server with a shop, a widget on it and an agent, for as long as screenshots are taken.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { discard, temporaryDirectory } from '../bench/databases.ts';
import { startServer } from '../bench/processes.ts';
import { scopeNames } from '../packages/contract/src/index.ts';
import { connectAgent } from '../packages/live/src/index.ts';
import { type Client, createClient } from '../packages/sdk/src/index.ts';

export const OWNER = { email: 'ann@example.test', name: 'Ann', password: 'correct horse battery' };
const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export interface Shop {
  /** The server's. */
  url: string;
  dataDir: string;
  widgetId: number;
  buttonGuid: string;
  /** The page with the widget. */
  page: string;
  api: Client;
  agentId: number;
  /** Another agent of the widget; returns their id. */
  addAgent: (name: string, email: string) => number;
  /** An agent comes online, until the returned function is called. */
  comeIn: () => Promise<() => void>;
}

export async function inShop(work: (shop: Shop) => Promise<void>, env: Record<string, string> = {}) {
  const dataDir = temporaryDirectory();
  const server = await startServer(dataDir, { OUTBOUND_ALLOW: '127.0.0.1', ...env });
  try {
    const { widget_id, agent_id, button_guid } = createOwner(dataDir);
    const scopes = scopeNames.join(',');
    const { token } = runCommand(dataDir, 'token', 'create', '--widget', `${widget_id}`, '--scopes', scopes);
    await work({
      url: server.url,
      dataDir,
      widgetId: widget_id,
      buttonGuid: button_guid,
      page: `${server.url}/demo?lang=en&widget=${button_guid}`,
      api: createClient({ baseUrl: server.url, token }),
      agentId: agent_id,
      addAgent: (name, email) => {
        const args = ['--widget', `${widget_id}`, '--name', name, '--email', email];
        return runCommand(dataDir, 'agent', 'create', ...args).agent_id;
      },
      comeIn: () => comeIn(server.url),
    });
  } finally {
    await discard(dataDir, server);
  }
}

function createOwner(dataDir: string) {
  const { email, name, password } = OWNER;
  const args = ['--api-enabled', '--email', email, '--name', name, '--password', password];
  return runCommand(dataDir, 'account', 'create', ...args);
}

/** Runs a command and parses its output. */
function runCommand(dataDir: string, ...args: string[]) {
  const program = ['--import', file('../apps/server/runtime.js'), file('../apps/server/src/cli.ts')];
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stdout, stderr, status } = spawnSync(process.execPath, [...program, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function comeIn(url: string) {
  const { email, password } = OWNER;
  const headers = { origin: url, 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password });
  const answer = await fetch(`${url}/console-api/session`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  const extraHeaders = { origin: url, cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  const client = connectAgent({ url, options: { extraHeaders, transports: ['websocket'] } });
  await new Promise<void>((resolve) => {
    const look = () => client.state.connection === 'open' && resolve();
    client.subscribe(look);
    look();
  });
  return () => client.close();
}
