import { Readable } from 'node:stream';
import { type Exchange, failureOf } from './exchange.ts';
import { OutboundError } from './outbound-error.ts';

interface BodyOptions {
  maxBytes: number;
  isHead: boolean;
  signal: AbortSignal;
}

/** The body, limited in size; throws if the headers already exceed the limit or name an encoding. */
export function readBody(exchange: Exchange, { maxBytes, isHead, signal }: BodyOptions): Readable {
  const { url, headers, drop } = exchange;
  const size = Number(headers['content-length']) || undefined;
  const tooLarge = new OutboundError('too_large', `The response of ${url.host} is larger than ${maxBytes} bytes`, size);
  const isTooLarge = !isHead && size !== undefined && size > maxBytes;
  const isEncoded = !/^(identity)?$/i.test(String(headers['content-encoding'] ?? ''));
  if (isTooLarge || isEncoded) drop();
  if (isTooLarge) throw tooLarge;
  if (isEncoded) throw new OutboundError('encoding', `${url.host} responded in an unsupported encoding`);
  const body = limitBody(maxBytes, exchange, tooLarge);
  signal.addEventListener('abort', () => body.destroy(signal.reason), { once: true });
  // A caller that reads only the status adds no listener, and an unhandled error would end the process.
  return body.on('error', () => undefined);
}

/** Not a pipeline, which would forward socket errors, nor a generator, which would keep the connection while it waits. */
function limitBody(maxBytes: number, { url, source, drop }: Exchange, tooLarge: OutboundError) {
  let size = 0;
  const body = new Readable({
    read: () => void source.resume(),
    destroy(error, done) {
      drop();
      done(error);
    },
  });
  source.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) body.destroy(tooLarge);
    else if (!body.push(chunk)) source.pause();
  });
  source.on('end', () => body.push(null));
  source.on('error', (error) => body.destroy(failureOf(url, error)));
  return body;
}
