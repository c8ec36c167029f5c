import { emojiGroups, moveTo } from '@parley/content';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './emoji-grid.module.css';
import { recentEmoji } from './recent-emoji.ts';

interface EmojiGridProps {
  /** With Shift the picker stays open. */
  onPick: (emoji: string, hasMore: boolean) => void;
}

/** Emoji by category, with a roving tab index. */
export function EmojiGrid({ onPick }: EmojiGridProps) {
  const { emoji: texts } = useTexts().content;
  const [current, setCurrent] = useState(0);
  // Fixed while open, so that nothing moves under the pointer.
  const [recent] = useState(recentEmoji);
  const groups = [{ name: 'recent', all: recent } as const, ...emojiGroups].filter(({ all }) => all.length);

  function pick({ target, shiftKey }: MouseEvent) {
    const emoji = (target as Element).closest('button')?.textContent;
    if (emoji) onPick(emoji, shiftKey);
  }
  function move(event: KeyboardEvent) {
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
    const next = moveTo(event.key, current, buttons);
    if (next === current) return;
    event.preventDefault();
    buttons[next]?.focus();
    setCurrent(next);
  }

  let index = 0;
  return (
    <fieldset className={styles.grid} aria-label={texts.title} onClick={pick} onKeyDown={move}>
      {groups.map(({ name, all }) => (
        <fieldset key={name} className={styles.group} aria-label={texts[name]}>
          <div className={styles.title} aria-hidden>
            {texts[name]}
          </div>
          <div className={styles.emoji}>
            {all.map((emoji) => (
              <button
                type="button"
                key={emoji}
                tabIndex={index === current ? 0 : -1}
                data-autofocus={index++ === 0 || undefined}
              >
                {emoji}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
