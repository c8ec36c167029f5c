/** An instance for each chat, made on first use. */
export function createPerChat<T>(make: (chatId: number) => T) {
  const made = new Map<number, T>();
  return {
    all: () => [...made.values()],
    find: (chatId: number) => made.get(chatId),
    of(chatId: number): T {
      const one = made.get(chatId) ?? make(chatId);
      made.set(chatId, one);
      return one;
    },
  };
}
