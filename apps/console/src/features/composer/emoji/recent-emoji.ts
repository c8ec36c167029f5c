const KEY = 'parley-emoji';
const MAX_RESULTS = 16;

/** Recently picked emoji, newest first. */
export function recentEmoji(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((emoji) => typeof emoji === 'string').slice(0, MAX_RESULTS) : [];
  } catch {
    return [];
  }
}

export function keepEmoji(emoji: string) {
  const others = recentEmoji().filter((other) => other !== emoji);
  try {
    localStorage.setItem(KEY, JSON.stringify([emoji, ...others].slice(0, MAX_RESULTS)));
  } catch {
    // Storage is forbidden.
  }
}
