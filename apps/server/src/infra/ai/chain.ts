import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Breaker } from './breaker.ts';
import { type Slug, toModelError } from './model-error.ts';
import type { ModelLink, Provider } from './model-link.ts';
import type { ProviderCall } from './provider-call.ts';

/** One request to a provider, as `explain` lists it. */
export interface Attempt {
  credential_id: number;
  provider: Provider;
  model: string | null;
  status: number | null;
  error: Slug | null;
  duration_ms: number;
}

interface RetryLimits {
  /** Before a second try after 5xx or a broken connection. */
  retryMs: number;
  /** A longer `Retry-After` is not waited for. */
  maxRetryAfterMs: number;
}

interface Chain<Result> {
  links: ModelLink[];
  /** Calls a link that keeps failing if there is no other. */
  isRequired: boolean;
  start: (link: ModelLink) => ProviderCall;
  run: (call: ProviderCall) => Promise<Result>;
  modelOf: (link: ModelLink) => string | null;
  breaker: Breaker;
  limits: RetryLimits;
  signal: AbortSignal;
  now: () => number;
  log: Log;
}

type Outcome<Result> = { attempts: Attempt[] } & (
  | { link: ModelLink; call: ProviderCall; result: Result }
  | { link: null }
);

/** Calls the links in order until one answers, each again at most once. Rejects only when the signal aborts. */
export async function runChain<Result>(chain: Chain<Result>): Promise<Outcome<Result>> {
  const { links, breaker, signal, isRequired } = chain;
  const attempts: Attempt[] = [];
  for (const link of breaker.pick(links, { isRequired })) {
    let tried = await attempt(chain, link, attempts);
    if (tried.isFailed && tried.retryMs !== undefined) {
      await sleep(tried.retryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
      tried = await attempt(chain, link, attempts);
    }
    if (!tried.isFailed) {
      breaker.succeeded(link);
      return { attempts, link, call: tried.call, result: tried.result };
    }
    breaker.failed(link);
  }
  return { attempts, link: null };
}

type Tried<Result> =
  | { isFailed: false; call: ProviderCall; result: Result }
  | { isFailed: true /** Undefined: it is not tried again. */; retryMs: number | undefined };

async function attempt<Result>(chain: Chain<Result>, link: ModelLink, attempts: Attempt[]): Promise<Tried<Result>> {
  const { start, run, modelOf, signal, log } = chain;
  signal.throwIfAborted();
  const startedAt = performance.now();
  const call = start(link);
  const record = (error: Slug | null) => {
    const duration = Math.round(performance.now() - startedAt);
    const { id, provider } = link;
    const entry = {
      credential_id: id,
      provider,
      model: modelOf(link),
      status: call.status,
      error,
      duration_ms: duration,
    };
    attempts.push(entry);
    return entry;
  };
  try {
    const result = await run(call);
    // What arrives after the caller has given up is not an answer.
    signal.throwIfAborted();
    record(null);
    return { isFailed: false, call, result };
  } catch (error) {
    signal.throwIfAborted();
    const { slug } = toModelError(error);
    log.info(record(slug), 'A model provider failed');
    const retryMs = link.provider === 'webhook' ? webhookRetryMsOf(call, chain) : retryMsOf(slug, call, chain);
    return { isFailed: true, retryMs };
  }
}

/** A webhook is tried again, unless it refused the call. */
function webhookRetryMsOf({ status }: ProviderCall, { limits }: Pick<Chain<unknown>, 'limits'>) {
  return status !== null && status >= 400 && status < 500 ? undefined : limits.retryMs;
}

function retryMsOf(slug: Slug, { retryAfter }: ProviderCall, { limits, now }: Pick<Chain<unknown>, 'limits' | 'now'>) {
  if (slug === 'server_error' || slug === 'unreachable') return limits.retryMs;
  if (slug !== 'rate_limited' || retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Math.max(0, Date.parse(retryAfter) - now());
  return ms <= limits.maxRetryAfterMs ? ms : undefined;
}
