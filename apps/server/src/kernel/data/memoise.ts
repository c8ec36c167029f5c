/** Computes a value on first use, once. */
export function memoise<T>(compute: () => T) {
  let value: T | undefined;
  return () => {
    value ??= compute();
    return value;
  };
}
