/** Computes a value on first use, once. */
export function memoise<T>(make: () => T) {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
