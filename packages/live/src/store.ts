export interface Readable<S> {
  /** A snapshot: it never changes, and is replaced when something does. */
  readonly state: S;
  /** Calls the listener after every change, until the function that it gives is called. */
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
      for (const listener of [...listeners]) attempt(listener);
    },
  };
}

/** A mistake of whoever listens is shown as one, and stops nothing that is being sent. */
export function attempt(act: () => void) {
  try {
    act();
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}
