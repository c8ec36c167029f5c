import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { discard, FileTooLarge, type Staged } from '../../infra/files/staging.ts';
import { withTimeout } from '../../infra/timeout.ts';
import { canonicalName } from './file-names.ts';
import { invalid, problem } from './problems.ts';

interface Upload {
  headers: IncomingHttpHeaders;
  stream: Readable;
}

interface ReceivedFile {
  name: string;
  staged: Staged;
}

type Receive = (stream: Readable) => Promise<Staged>;

const LIMITS = { maxHeaderPairs: 16, maxHeaderSize: 4096 };
/** What may stand around the file: boundaries, headers, a preamble. Nobody has use for more. */
const MOST_AROUND = 1024 * 1024;
/** How much of a body that is refused is read before its sender is told, and how much more until it is cut off. */
const MOST_DRAINED = 32 * 1024 * 1024;
const DRAIN_MS = 10_000;

/**
 * The one file of a form, in its part `file`. What fails leaves nothing staged, and the rest of the body is read first:
 * many clients listen only when they have sent everything, and an answer that closes the connection would be lost.
 */
export async function receiveFile({ headers, stream }: Upload, receive: Receive): Promise<ReceivedFile> {
  try {
    return await readForm(openForm(headers), stream, receive);
  } catch (error) {
    await withTimeout(drain(stream), DRAIN_MS);
    throw error instanceof FileTooLarge ? invalid({ file: `is larger than ${error.maxBytes} bytes` }) : error;
  }
}

/** The parser under Busboy: Busboy itself never ends when a part has no headers, and reads only one of two filenames. */
function openForm(headers: IncomingHttpHeaders) {
  const type = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) {
    throw problem('unsupported_media_type', 'Send the file as multipart/form-data.');
  }
  const [, quoted, boundary = quoted] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(type) ?? [];
  if (!boundary) throw problem('malformed_request', 'The multipart body has no boundary, or it is too long.');
  return new Dicer({ boundary, ...LIMITS });
}

async function readForm(form: Dicer, stream: Readable, receive: Receive) {
  const failing = new AbortController();
  let file: Readable | undefined;
  let received: Promise<ReceivedFile> | undefined;
  const take = (part: Readable, header: object) => {
    const { field, name } = readDisposition(header);
    const refusal = refusePart(field, name, file !== undefined);
    if (refusal) failing.abort(refusal);
    // The parser may come to a part after all is lost.
    if (failing.signal.aborted) return;
    file = part.pause();
    received = receive(part).then((staged) => ({ name: canonicalName(name ?? ''), staged }));
    received.catch((error) => failing.abort(error));
  };
  form.on('part', (part) => {
    part.on('error', ignore);
    part.once('header', (header) => take(part, header));
    // Until it is known what it is: the parser waits for whoever reads a part, also when its headers never come.
    part.resume();
  });
  try {
    await feed(form, stream, failing, () => file !== undefined && !file.readableEnded);
    if (!received) throw invalid({ file: 'is required' });
    return await received;
  } catch (error) {
    // Whoever still waits for bytes of the file is told that none will come.
    file?.destroy(error as Error);
    await received?.then(({ staged }) => discard(staged), ignore);
    throw error;
  }
}

function refusePart(field: string | undefined, name: string | undefined, isSecond: boolean) {
  if (field !== 'file') return invalid({ [field?.slice(0, 100) || 'body']: 'is an unknown field' });
  if (name === undefined) return invalid({ file: 'must be a file with a filename' });
  return isSecond ? invalid({ file: 'must be a single file' }) : undefined;
}

/** Names of the field and of its file. They come as bytes, and in UTF-8 whatever the standards say. */
function readDisposition(header: object) {
  const [bytes = ''] = (header as Record<string, string[]>)['content-disposition'] ?? [];
  const text = Buffer.from(bytes, 'latin1').toString();
  const given = new Map<string, string>();
  if (!/^form-data\s*;/i.test(text)) return { field: undefined, name: undefined };
  for (const [, key = '', quoted, token = ''] of text.matchAll(/;\s*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g))
    given.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token);
  return {
    field: given.get('name'),
    name: decodeExtended(given.get('filename*')) ?? decodeQuotes(given.get('filename')),
  };
}

/** Browsers write a quote and line breaks in a name so, and nothing else. */
function decodeQuotes(name: string | undefined) {
  return name?.replaceAll('%22', '"').replace(/%0[ad]/gi, ' ');
}

/** `UTF-8''na%C3%AFve.txt`; senders that know of it send it beside a filename in plain letters. */
function decodeExtended(value = '') {
  try {
    const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1];
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Reads the body to its end and through the parser, unless something fails. */
async function feed(form: Dicer, stream: Readable, failing: AbortController, isInFile: () => boolean) {
  const { signal } = failing;
  const fail = (detail: string) => failing.abort(problem('malformed_request', detail));
  let around = 0;
  const write = (chunk: Buffer) => {
    const wasInFile = isInFile();
    if (!form.write(chunk)) stream.pause();
    // The parser has no limit of its own for what belongs to no part. The chunk in which the file begins is not counted.
    if (!wasInFile && !isInFile()) around += chunk.length;
    if (around > MOST_AROUND) fail('The multipart body has too much data besides the file.');
  };
  const failed = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      stream.off('data', write);
      reject(signal.reason);
    });
  });
  form.on('drain', () => stream.resume());
  form.on('error', () => fail('The multipart body is malformed or incomplete.'));
  const parsed = new Promise<void>((resolve) => form.on('finish', resolve));
  // Done with everything, it says so and not that it can take more.
  parsed.then(() => stream.resume());
  const ended = new Promise<void>((resolve) => {
    finished(stream, { writable: false }, (error) => {
      if (signal.aborted) return;
      if (error) return fail('The body is incomplete.');
      form.end();
      resolve();
    });
  });
  stream.on('data', write);
  await Promise.race([failed, Promise.all([parsed, ended])]);
}

/** Reads on and throws away: resolves when the body is over or enough of it was read. */
function drain(stream: Readable) {
  return new Promise<void>((resolve) => {
    let read = 0;
    finished(stream, { writable: false }, () => resolve());
    stream.on('error', ignore);
    stream.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > MOST_DRAINED) resolve();
      if (read > 2 * MOST_DRAINED) stream.destroy();
    });
    stream.resume();
  });
}

function ignore() {}
