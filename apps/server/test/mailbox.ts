import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as its reader sees it. */
export interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  raw: string;
}

interface Options {
  /** Called with each mail before it is taken; an error refuses it for now, or as its `responseCode` says. */
  beforeTaking?: (letter: Letter) => Promise<void> | void;
  /** Whoever sends must show these. */
  credentials?: { user: string; password: string };
}

/** A mail server on loopback that keeps what it is given. */
export async function startMailbox({ beforeTaking, credentials }: Options = {}) {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    logger: false,
    hideSTARTTLS: true,
    authOptional: !credentials,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === credentials?.user && password === credentials?.password;
      if (isKnown) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    async onData(stream, _session, done) {
      const letter = readMail(await text(stream));
      try {
        await beforeTaking?.(letter);
        letters.push(letter);
        done();
      } catch (error) {
        done(Object.assign(new Error((error as Error).message), { responseCode: 451 }, error));
      }
    },
  });
  // A sender who hangs up is not of interest here.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const user = credentials ? `${credentials.user}:${encodeURIComponent(credentials.password)}@` : '';
  return { url: `smtp://${user}127.0.0.1:${port}`, letters };
}

/** Reads a mail of one part. */
export function readMail(raw: string): Letter {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const header = (name: string) => {
    const line = lines.find((each) => each.toLowerCase().startsWith(`${name}:`)) ?? '';
    return decodeWords(line.slice(name.length + 1).trim());
  };
  const body = rest.join('\r\n\r\n');
  return {
    from: header('from'),
    to: header('to'),
    subject: header('subject'),
    text: decodeBody(body, header('content-transfer-encoding')),
    raw,
  };
}

function decodeBody(body: string, encoding: string) {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString();
  if (/^quoted-printable$/i.test(encoding)) return fromQuoted(body.replace(/=\r\n/g, ''));
  return body;
}

/** `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=`, RFC 2047. */
function decodeWords(value: string) {
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : fromQuoted(word.replaceAll('_', ' ')),
    );
}

function fromQuoted(value: string) {
  const bytes = value.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
