import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { untilOnline } from '../model/until-online.ts';

type More = typeof import('../deferred-parts.ts');

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

let loaded: More | undefined;
let isLoading = false;
let failures = 0;
/** Draws those who need it now, after it is here or could not be fetched. */
const waiting = new Set<(news: unknown) => void>();

const fetchMore = () => import('../deferred-parts.ts');

/** A browser may remember for good that a file could not be fetched; under another address it is fetched anew. */
function fetchAgain(): Promise<More> {
  const file = /deferred-parts-[\w-]+\.js/.exec(String(fetchMore));
  return import(/* @vite-ignore */ `./${file}?${failures}`);
}

/** Tries until it is here or nobody needs it any longer. */
async function load() {
  if (isLoading) return;
  isLoading = true;
  while (!loaded && waiting.size) {
    try {
      loaded = await (failures ? fetchAgain() : fetchMore());
    } catch {
      const pause = untilOnline(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
      failures += 1;
      tell();
      await pause;
    }
  }
  isLoading = false;
  tell();
}

function tell() {
  for (const redraw of waiting) redraw(loaded ?? failures);
}

/** What not every conversation needs; undefined until it is here. */
export function useDeferredParts(isNeeded: boolean): More | undefined {
  const [, redraw] = useState<unknown>(loaded);
  useEffect(() => {
    if (!isNeeded) return;
    waiting.add(redraw);
    void load();
    return () => void waiting.delete(redraw);
  }, [isNeeded]);
  return loaded;
}

/** A component of it, drawn as soon as its code is here. Where that could not be fetched, another stands in its place. */
export function deferred<Props extends object>(
  pick: (more: More) => FunctionComponent<Props>,
  Meanwhile?: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function Lazy(props) {
    const more = useDeferredParts(true);
    const Component = more ? pick(more) : failures && Meanwhile;
    return Component ? <Component {...props} /> : null;
  };
}
