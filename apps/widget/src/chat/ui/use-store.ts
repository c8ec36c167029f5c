import type { Readable } from '@parley/live';
import { useLayoutEffect, useState } from 'preact/hooks';

/** The state of a store; renders again on every change. */
export function useStore<S>(store: Readable<S>): S {
  const [state, setState] = useState(store.state);
  // In a layout effect, so that no change between render and paint is missed.
  useLayoutEffect(() => {
    const update = () => setState(() => store.state);
    update();
    return store.subscribe(update);
  }, [store]);
  return state;
}
