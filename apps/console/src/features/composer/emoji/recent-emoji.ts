const KEY = 'parley-emoji';
const MOST = 16;

/** What was picked last in this browser, the newest first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function keepEmoji(emoji: string) {
  const others = recentEmoji().filter((other) => other !== emoji);
  try {
    localStorage.setItem(KEY, JSON.stringify([emoji, ...others].slice(0, MOST)));
  } catch {
    // A browser that forbids storage: nothing is recent.
  }
}
