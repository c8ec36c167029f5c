// What is done by one tab of a browser at a time. Where there are no locks, as under http, every tab does it.

/** Waits until no other tab is at it. */
export async function alone<T>(name: string, act: () => Promise<T>): Promise<T> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return act();
  };
  try {
    return await navigator.locks.request(name, begin);
  } catch (error) {
    if (isBegun) throw error;
    return act();
  }
}

/** Gives how to let go of it; undefined while another tab has it. It ends with the tab. */
export function claim(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const hold = (lock: Lock | null) => (lock ? new Promise<void>((letGo) => resolve(letGo)) : resolve(undefined));
    try {
      navigator.locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}));
    } catch {
      resolve(() => {});
    }
  });
}
