import type { IncomingHttpHeaders } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { discard, FileTooLarge, type Staged } from '../../infra/files/staging.ts';
import { withTimeout } from '../../infra/timeout.ts';
import { invalid, problem } from '../problems.ts';
import { canonicalName } from './file-names.ts';

interface MultipartBody {
  headers: IncomingHttpHeaders;
  stream: Readable;
}

interface ReceivedFile {
  name: string;
  staged: Staged;
}

type Receive = (stream: Readable) => Promise<Staged>;

const LIMITS = { maxHeaderPairs: 16, maxHeaderSize: 4096 };
/** Limit of everything besides the file: boundaries, headers, a preamble. */
const MAX_OVERHEAD_BYTES = 1024 * 1024;
/** How much of a refused body is read before the response; after twice as much the connection is closed. */
const MAX_DRAINED = 32 * 1024 * 1024;
const DRAIN_MS = 10_000;

/**
 * Receives the one file of a form, in its part `file`. A failure leaves nothing staged. The rest of the body is read first,
 * since many clients read the response only after sending everything.
 */
export async function receiveFile({ headers, stream }: MultipartBody, receive: Receive): Promise<ReceivedFile> {
  try {
    return await readForm(openForm(headers), stream, receive);
  } catch (error) {
    await withTimeout(drain(stream), DRAIN_MS);
    throw error instanceof FileTooLarge ? invalid({ file: `is larger than ${error.maxBytes} bytes` }) : error;
  }
}

/** Uses the parser under Busboy: Busboy hangs on a part without headers, and reads only one of two filenames. */
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
    // The parser may reach a part after the form has failed.
    if (failing.signal.aborted) return;
    file = part.pause();
    received = receive(part).then((staged) => ({ name: canonicalName(name ?? ''), staged }));
    received.catch((error) => failing.abort(error));
  };
  form.on('part', (part) => {
    part.on('error', ignore);
    part.once('header', (header) => take(part, header));
    // Until its headers arrive: the parser waits for every part to be read, even if they never do.
    part.resume();
  });
  try {
    await feed(form, stream, failing, () => file !== undefined && !file.readableEnded);
    if (!received) throw invalid({ file: 'is required' });
    return await received;
  } catch (error) {
    // Ends the receiver, which may still wait for bytes.
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

/** Names of the field and of its file, sent as UTF-8 bytes despite the standards. */
function readDisposition(header: object) {
  const [bytes = ''] = (header as Record<string, string[]>)['content-disposition'] ?? [];
  const text = Buffer.from(bytes, 'latin1').toString();
  const parameters = new Map<string, string>();
  if (!/^form-data\s*;/i.test(text)) return { field: undefined, name: undefined };
  for (const [, key = '', quoted, token = ''] of text.matchAll(/;\s*([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g))
    parameters.set(key.toLowerCase(), quoted?.replace(/\\(["\\])/g, '$1') ?? token);
  return {
    field: parameters.get('name'),
    name: decodeExtended(parameters.get('filename*')) ?? decodeQuotes(parameters.get('filename')),
  };
}

/** Browsers escape quotes and line breaks like this, and nothing else. */
function decodeQuotes(name: string | undefined) {
  return name?.replaceAll('%22', '"').replace(/%0[ad]/gi, ' ');
}

/** `UTF-8''na%C3%AFve.txt`, which some clients send beside an ASCII filename. */
function decodeExtended(value = '') {
  try {
    const encoded = /^utf-8'[^']*'(.*)$/i.exec(value)?.[1];
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Pipes the body through the parser, unless something fails. */
async function feed(form: Dicer, stream: Readable, failing: AbortController, isInFile: () => boolean) {
  const { signal } = failing;
  const fail = (detail: string) => failing.abort(problem('malformed_request', detail));
  let overhead = 0;
  const write = (chunk: Buffer) => {
    const wasInFile = isInFile();
    if (!form.write(chunk)) stream.pause();
    // The parser has no limit for data outside of parts. The chunk in which the file begins is not counted.
    if (!wasInFile && !isInFile()) overhead += chunk.length;
    if (overhead > MAX_OVERHEAD_BYTES) fail('The multipart body has too much data besides the file.');
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
  // At its end the parser emits `finish` without a last `drain`.
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

/** Discards the body; resolves at its end, or when enough was read. */
function drain(stream: Readable) {
  return new Promise<void>((resolve) => {
    let read = 0;
    finished(stream, { writable: false }, () => resolve());
    stream.on('error', ignore);
    stream.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > MAX_DRAINED) resolve();
      if (read > 2 * MAX_DRAINED) stream.destroy();
    });
    stream.resume();
  });
}

function ignore() {}
