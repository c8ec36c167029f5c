import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StorageError } from './storage-error.ts';

export interface S3Settings {
  /** `https://host:port`. */
  endpoint: string;
  bucket: string;
  /** Prefix of every key: empty, or ending with a slash. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** For a call with its retries; for a read, until the body begins, since its reader may be slow. */
const TIMEOUT_MS = 60_000;

/** Files in a bucket, with path-style URLs: MinIO and others have no host name for each bucket. */
export function createS3(settings: S3Settings, timeoutMs = TIMEOUT_MS) {
  const { endpoint, bucket, prefix, region, accessKey, secretKey } = settings;
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, region, service: 's3' });

  /** Every call is idempotent, so it is retried: usually a kept-alive connection was just closed. */
  async function call(key: string, init: RequestInit & { signal: AbortSignal }) {
    let reason = '';
    for (let attempt = 0; attempt < ATTEMPTS && !init.signal.aborted; attempt++) {
      if (attempt) await sleep(attempt * PAUSE_MS, undefined, { signal: init.signal }).catch(() => undefined);
      try {
        const request = await client.sign(`${endpoint}/${bucket}/${prefix}${key}`, { redirect: 'manual', ...init });
        const response = await fetch(request);
        if (response.status < 500 && response.status !== 429) return response;
        reason = describe(response.status, await response.text());
      } catch (error) {
        reason = codeOf(error);
      }
    }
    throw failure(init.signal.aborted ? `no response within ${timeoutMs} ms` : reason);
  }

  /** Throws unless the file is missing; a missing bucket is an error. */
  async function throwUnlessMissing(response: Response): Promise<undefined> {
    const description = describe(response.status, await response.text().catch(codeOf));
    if (response.status !== 404 || description.includes('NoSuchBucket')) throw failure(description);
  }

  const failure = (reason: string) => new StorageError(`The file storage at ${endpoint} failed: ${reason}`);

  async function* bytesOf(response: Response) {
    try {
      yield* response.body ?? [];
    } catch (error) {
      throw failure(`broke off in the middle, ${codeOf(error)}`);
    }
  }

  return {
    async put(key: string, file: string) {
      // A type that browsers do not render, in case the bucket is public.
      const body = await openAsBlob(file, { type: 'application/octet-stream' });
      const response = await call(key, { method: 'PUT', body, signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw failure(describe(response.status, await response.text().catch(codeOf)));
      await response.body?.cancel();
      await rm(file, { force: true });
    },

    async read(key: string) {
      const calling = new AbortController();
      const timer = setTimeout(() => calling.abort(), timeoutMs);
      try {
        const response = await call(key, { signal: calling.signal });
        if (!response.ok) return await throwUnlessMissing(response);
        // A stream destroyed before it was read has not started to iterate, and would keep its connection.
        return Readable.from(bytesOf(response), { objectMode: false }).once('close', () => calling.abort());
      } finally {
        clearTimeout(timer);
      }
    },

    async remove(key: string) {
      const response = await call(key, { method: 'DELETE', signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) return throwUnlessMissing(response);
      await response.body?.cancel();
    },
  };
}

function describe(status: number, body: string) {
  const code = /<Code>(\w+)<\/Code>/.exec(body)?.[1];
  return code ? `${status} ${code}` : String(status);
}

/** The message of fetch is only "fetch failed"; its cause has the code. */
function codeOf(error: unknown) {
  const { name, code, cause } = error as Error & { code?: unknown };
  const errorCode = (cause as { code?: unknown } | undefined)?.code ?? code;
  return typeof errorCode === 'string' ? errorCode : name;
}
