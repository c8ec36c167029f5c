// Locks across the tabs of a browser. Without the Web Locks API, as on plain http, nothing is locked.

/** Runs `act` while no other tab holds the lock. */
export async function withTabLock<T>(name: string, act: () => Promise<T>): Promise<T> {
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return act();
  };
  try {
    return await navigator.locks.request(name, start);
  } catch (error) {
    if (isStarted) throw error;
    return act();
  }
}

/** Resolves to a function that releases the lock, or to undefined while another tab holds it. */
export function claimTabLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => (lock ? new Promise<void>((release) => resolve(release)) : resolve(undefined));
    try {
      navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}));
    } catch {
      resolve(() => {});
    }
  });
}
