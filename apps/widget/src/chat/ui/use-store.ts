import type { Readable } from '@parley/live';
import { useLayoutEffect, useState } from 'preact/hooks';

/** What a store holds, drawn anew whenever it changes. */
export function useStore<S>(store: Readable<S>): S {
  const [state, setState] = useState(store.state);
  // Before anything is painted: what happens right after is not to be missed.
  useLayoutEffect(() => {
    const update = () => setState(() => store.state);
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}
