import { ModelError, slugOf } from './model-error.ts';
import type { ModelLink } from './model-link.ts';

type Fetch = typeof globalThis.fetch;

/** One request to a provider, and what is seen of its response. */
export interface ProviderCall {
  link: ModelLink;
  /** Without a slash at its end. */
  baseUrl: string;
  fetch: Fetch;
  signal: AbortSignal;
  /** Headers of a call to a webhook. */
  sign: (body: string, event: string) => Record<string, string>;
  /** Of the last response. */
  status: number | null;
  retryAfter: string | null;
  /** On the clock of `performance.now()`. */
  firstTokenAt: number | undefined;
}

type CallOptions = Pick<ProviderCall, 'link' | 'baseUrl' | 'fetch' | 'signal' | 'sign'>;

export function startCall({ fetch, ...options }: CallOptions): ProviderCall {
  const call: ProviderCall = {
    ...options,
    status: null,
    retryAfter: null,
    firstTokenAt: undefined,
    async fetch(input, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('user-agent', 'Parley');
      const response = await fetch(input, { ...init, headers, signal: init.signal ?? options.signal });
      call.status = response.status;
      call.retryAfter = response.headers.get('retry-after');
      // A login page or that of a proxy: the SDK would take it for a stream without events.
      if (response.ok && /^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
        await response.body?.cancel();
        throw new ModelError('malformed');
      }
      return response;
    },
  };
  return call;
}

/** Reads JSON from a successful response; throws the slug of any other. */
export async function readJson(response: Response): Promise<unknown> {
  const body = await response.text();
  if (!response.ok) throw new ModelError(slugOf(response.status, body));
  try {
    return JSON.parse(body);
  } catch {
    throw new ModelError('malformed');
  }
}
