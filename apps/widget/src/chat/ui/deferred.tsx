import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { backOff } from '../model/backoff.ts';

type DeferredParts = typeof import('../deferred-parts.ts');

let loaded: DeferredParts | undefined;
let isLoading = false;
let failures = 0;
/** Components to render again once the parts are loaded, or have failed to load. */
const waiting = new Set<(version: unknown) => void>();

const fetchParts = () => import('../deferred-parts.ts');

/** Browsers may cache a failed import for good: another query makes them fetch it again. */
function fetchAgain(): Promise<DeferredParts> {
  const file = /deferred-parts-[\w-]+\.js/.exec(String(fetchParts));
  return import(/* @vite-ignore */ `./${file}?${failures}`);
}

/** Retries until they are loaded or no longer needed. */
async function load() {
  if (isLoading) return;
  isLoading = true;
  while (!loaded && waiting.size) {
    try {
      loaded = await (failures ? fetchAgain() : fetchParts());
    } catch {
      const waited = backOff(failures);
      failures += 1;
      rerender();
      await waited;
    }
  }
  isLoading = false;
  rerender();
}

function rerender() {
  for (const update of waiting) update(loaded ?? failures);
}

/** Parts that not every conversation needs; undefined until they are loaded. */
export function useDeferredParts(isNeeded: boolean): DeferredParts | undefined {
  const [, update] = useState<unknown>(loaded);
  useEffect(() => {
    if (!isNeeded) return;
    waiting.add(update);
    void load();
    return () => void waiting.delete(update);
  }, [isNeeded]);
  return loaded;
}

/** A component that is loaded on demand, with a fallback for when that fails. */
export function deferred<Props extends object>(
  pick: (parts: DeferredParts) => FunctionComponent<Props>,
  Fallback?: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function Deferred(props) {
    const parts = useDeferredParts(true);
    const Component = parts ? pick(parts) : failures && Fallback;
    return Component ? <Component {...props} /> : null;
  };
}
