import type { Memory } from '../../shell.ts';

const MAX_RECENT = 16;

/** Last used first. */
export const listRecentEmoji = (memory: Memory) => (memory.get('emoji') ?? '').split(' ').filter(Boolean);

export function addRecentEmoji(memory: Memory, emoji: string) {
  const others = listRecentEmoji(memory).filter((each) => each !== emoji);
  memory.set('emoji', [emoji, ...others].slice(0, MAX_RECENT).join(' '));
}
