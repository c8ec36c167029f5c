/** What was asked for last, so many at most: the one that nobody asked for the longest goes first. */
export function createRecent<Value>(most: number) {
  const entries = new Map<string, Value>();

  function set(key: string, value: Value) {
    entries.delete(key);
    entries.set(key, value);
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
  }

  return {
    get(key: string): Value | undefined {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    remove: (key: string) => void entries.delete(key),
  };
}
