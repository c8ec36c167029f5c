import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/databases.ts';
import { dataDirectory, startServer } from '../../../../test/server-process.ts';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
const SECRETS = ['prl_path-of-a-bot', 'chsec_path-of-a-channel'];

/** Sends exactly these bytes and reads until the server hangs up. */
async function sendRaw(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.end(bytes);
  return text(socket);
}

test('a token or secret in a path never reaches the log, whatever else is wrong with the request', async () => {
  const DATABASE_URL = await freshDatabase();
  const server = startServer({ DATA_DIR: dataDirectory(), DATABASE_URL, MASTER_KEY, LOG_LEVEL: 'trace' });
  const url = await server.ready();
  for (const secret of SECRETS) {
    const paths = [
      `bot/${secret}`,
      `chat/${secret}`,
      `chat/${secret}/status`,
      `chat/${secret}/nowhere`,
      `chat/${secret}%ff`,
      `chat/${secret}%`,
      `chat/${secret}?secret=${secret}&%ff`,
      `chat/${secret}${'x'.repeat(20_000)}`,
    ].map((path) => `/api/compat/legacy/${path}`);
    for (const path of paths) {
      await fetch(url + path);
      for (const body of ['{', '{}', JSON.stringify({ sender: { id: secret } }), 'x'.repeat(2 ** 20 + 1)]) {
        await fetch(url + path, { method: 'POST', body }).catch(() => undefined);
      }
      await fetch(url + path, { method: 'DELETE' });
      await sendRaw(url, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: nonsense\r\n\r\n`);
      await sendRaw(url, `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":`);
      await sendRaw(url, `POST ${path} NONSENSE\r\n\r\n`);
    }
  }
  const { stderr, stdout } = await server.stop();
  expect(stderr).toContain('/api/compat/legacy/chat/:secret');
  for (const secret of SECRETS) expect(stderr + stdout).not.toContain(secret);
});
