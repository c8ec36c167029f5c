import { LRUCache } from 'lru-cache';
import type { ModelLink } from './model-link.ts';

interface BreakerOptions {
  /** Failures in a row after which a credential is left out. */
  failures: number;
  openMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

const MAX_CREDENTIALS = 10_000;

/** Leaves out credentials that keep failing, as long as others can answer or the caller can do without an answer. */
export function createBreaker({ failures, openMs, now }: BreakerOptions) {
  const failing = new LRUCache<string, { count: number; openUntil: number }>({ max: MAX_CREDENTIALS });
  const isOpen = (link: ModelLink) => (failing.get(keyOf(link))?.openUntil ?? 0) > now();
  return {
    /** The links to call, in order. If an answer is required, one that has no usable backup is never left out. */
    pick: (links: ModelLink[], { isRequired }: { isRequired: boolean }) =>
      links.filter(
        (link, place) => !isOpen(link) || (isRequired && !links.slice(place + 1).some((backup) => !isOpen(backup))),
      ),
    succeeded: (link: ModelLink) => void failing.delete(keyOf(link)),
    failed(link: ModelLink) {
      const count = (failing.get(keyOf(link))?.count ?? 0) + 1;
      failing.set(keyOf(link), { count, openUntil: count < failures ? 0 : now() + openMs });
    },
  };
}

/** Links of external operators have ids of their own. */
const keyOf = ({ id, provider, baseUrl }: ModelLink) => `${id} ${provider} ${baseUrl}`;

export type Breaker = ReturnType<typeof createBreaker>;
