import net from 'node:net';
import { onTestFinished } from 'vitest';

/** What a mail server says to a line of the client. */
export function reply(line: string) {
  if (line === '') return '220 ready';
  if (line.startsWith('DATA')) return '354 go on';
  return /^(EHLO|MAIL|RCPT|QUIT|RSET|\.$)/.test(line) ? '250 ok' : '';
}

/** A mail server by a script: an empty line is the greeting, an empty reply none, and undefined breaks the connection. */
export async function startScriptedSmtp(answer: (line: string, socket: net.Socket) => string | undefined) {
  const server = net.createServer((socket) => {
    let rest = '';
    const say = (line: string) => {
      const words = answer(line, socket);
      if (words === undefined) socket.destroy();
      else if (words) socket.write(`${words}\r\n`);
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line) say(line);
    });
    say('');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}
