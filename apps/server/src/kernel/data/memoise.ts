/** Makes it when it is first asked for, and once. */
export function memoise<T>(make: () => T) {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
