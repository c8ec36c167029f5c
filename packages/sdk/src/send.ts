import { foreignAnswer, hiddenRedirect, ParleyProblem, parseJson, readProblem } from './problem.ts';
import type { PreparedRequest } from './request.ts';

export interface Transport {
  fetch: typeof globalThis.fetch;
  /** How often a request is repeated at most. */
  retries: number;
  /** How long all pauses before repeats may be together. */
  maxWaitMs: number;
}

/** The pause after a first lost connection; it doubles. */
const FIRST_PAUSE_MS = 250;

/** Sends until there is an answer to give or a reason to give up. */
export async function send(request: PreparedRequest, { fetch, retries, maxWaitMs }: Transport): Promise<unknown> {
  let waited = 0;
  for (let repeats = 0; ; repeats++) {
    try {
      return await exchange(request, fetch);
    } catch (error) {
      request.signal?.throwIfAborted();
      const pause = pauseAfter(error, request, repeats);
      // Coming back sooner than the server asks is refused again, so a pause is kept whole or not begun.
      if (pause === undefined || repeats >= retries || waited + pause > maxWaitMs) throw error;
      await wait(pause, request.signal);
      waited += pause;
    }
  }
}

async function exchange({ url, init, shape }: PreparedRequest, fetch: Transport['fetch']) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (shape === 'redirect') return readRedirect(response, text);
  if (!response.ok) throw readProblem(response, text);
  if (shape === 'none') return undefined;
  if (shape === 'text' || shape === 'plain') {
    if (!/^text\/(plain|csv)\b/i.test(response.headers.get('content-type') ?? '')) throw foreignAnswer(response);
    return text;
  }
  const body = parseJson(text);
  if (body === undefined) throw foreignAnswer(response);
  if (shape === 'bare') return body;
  if (typeof body !== 'object' || body === null || !('data' in body)) throw foreignAnswer(response);
  return shape === 'one' ? body.data : body;
}

/** The address that is answered with. It is told and not followed: the token is not for it. */
function readRedirect(response: Response, text: string) {
  if (response.type === 'opaqueredirect') throw hiddenRedirect();
  const location = response.headers.get('location');
  // A proxy that wants to be called elsewhere says so with another status.
  if (response.status !== 302 || !location) throw response.ok ? foreignAnswer(response) : readProblem(response, text);
  return location;
}

/** Milliseconds until a repeat; undefined where repeating is useless or could do something twice. */
function pauseAfter(error: unknown, { isRepeatable }: PreparedRequest, repeats: number) {
  if (!(error instanceof ParleyProblem)) return isRepeatable ? growing(repeats) : undefined;
  const { status, code, retryAfter } = error;
  const asked = retryAfter === undefined ? undefined : retryAfter * 1_000;
  // A 429 is refused before anything happens; what fails with a 503 may have happened.
  if (status === 429 || (status === 503 && isRepeatable)) return asked;
  // The try whose answer was lost is still at work, and only we know its key.
  if (code === 'idempotency_key_in_flight' && repeats > 0) return asked ?? growing(repeats);
  return undefined;
}

/** Uneven, so that clients cut off together don't come back together. */
const growing = (repeats: number) => FIRST_PAUSE_MS * 2 ** repeats * (0.5 + Math.random() / 2);

/** Rejects with the reason of the signal as soon as that is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
