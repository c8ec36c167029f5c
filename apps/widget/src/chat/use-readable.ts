import type { Readable } from '@parley/live';
import { useEffect, useState } from 'preact/hooks';

/** What a store holds, drawn anew whenever it changes. */
export function useReadable<S>(store: Readable<S>): S {
  const [state, setState] = useState(store.state);
  useEffect(() => {
    const update = () => setState(() => store.state);
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}
