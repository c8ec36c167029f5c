export interface Readable<S> {
  /** An immutable snapshot, replaced on every change. */
  readonly state: S;
  /** Runs the listener after every change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

export interface Store<S> extends Readable<S> {
  set(changes: Partial<S>): void;
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get state() {
      return state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(changes) {
      const names = Object.keys(changes) as (keyof S)[];
      if (names.every((name) => Object.is(changes[name], state[name]))) return;
      state = { ...state, ...changes };
      for (const listener of [...listeners]) runListener(listener);
    },
  };
}

/** Reports an error of the listener as uncaught, without stopping the caller. */
export function runListener(listener: () => void) {
  try {
    listener();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
