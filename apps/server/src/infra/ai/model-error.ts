import { OutboundError } from '../outbound/outbound-error.ts';

/** Why a call failed. */
export type Slug =
  | 'timeout'
  | 'unauthorized'
  | 'rate_limited'
  | 'server_error'
  | 'malformed'
  | 'unfinished'
  | 'too_long'
  | 'unreachable'
  | 'refused';

/** A failed call. It never contains the provider's words, which may quote the prompt or the key. */
export class ModelError extends Error {
  readonly slug: Slug;

  constructor(slug: Slug) {
    super(`The call of the model failed: ${slug}`);
    this.slug = slug;
  }
}

const BY_REASON: Record<OutboundError['reason'], Slug> = {
  invalid_url: 'refused',
  forbidden: 'refused',
  unreachable: 'unreachable',
  redirects: 'refused',
  too_large: 'too_long',
  encoding: 'malformed',
  timeout: 'timeout',
};

/** The SDK wraps errors of a stream, so the cause is looked at before what wraps it. */
export function toModelError(error: unknown): ModelError {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelError) return cause;
    if (cause instanceof OutboundError) return new ModelError(BY_REASON[cause.reason]);
  }
  const { name, statusCode, responseBody, code } = (error ?? {}) as VendorError;
  if (statusCode !== undefined) return new ModelError(slugOf(statusCode, responseBody));
  // An error within a stream, as a compatible server sent it.
  if (name === 'AI_StreamProviderError') return new ModelError(slugOf(typeof code === 'number' ? code : 500));
  return new ModelError('malformed');
}

interface VendorError {
  name?: string;
  statusCode?: number;
  responseBody?: string;
  code?: unknown;
}

const TOO_LONG =
  /context_length_exceeded|prompt is too long|maximum context length|exceeds the maximum number of tokens/i;

/** A status of 2xx is of a body that could not be read. */
export function slugOf(status: number, body = ''): Slug {
  if (status >= 200 && status < 300) return 'malformed';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status === 408) return 'timeout';
  if (status === 413) return 'too_long';
  if (status >= 500) return 'server_error';
  // Google answers a wrong key with 400.
  if (/API_KEY_INVALID/.test(body)) return 'unauthorized';
  return TOO_LONG.test(body) ? 'too_long' : 'refused';
}
