import { emojiGroups, moveTo } from '@parley/content';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './emoji-grid.module.css';
import { recentEmoji } from './recent-emoji.ts';

interface EmojiGridProps {
  /** Emoji that were searched for, in place of the categories. */
  found: string[] | undefined;
  /** With Shift the picker stays open. */
  onPick: (emoji: string, hasMore: boolean) => void;
}

/** Emoji by category, with a roving tab index. */
export function EmojiGrid({ found, onPick }: EmojiGridProps) {
  const { composer, content } = useTexts();
  const { emoji: texts } = content;
  const [current, setCurrent] = useState(0);
  // Fixed while open, so that nothing moves under the pointer.
  const [recent] = useState(recentEmoji);
  const groups = found
    ? [{ name: 'found', title: composer.emojiFound, all: found }]
    : [{ name: 'recent', all: recent } as const, ...emojiGroups].map(({ name, all }) => ({
        name,
        title: texts[name],
        all,
      }));

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
      {groups
        .filter(({ all }) => all.length)
        .map(({ name, title, all }) => (
          <fieldset key={name} className={styles.group} aria-label={title}>
            <div className={styles.title} aria-hidden>
              {title}
            </div>
            <div className={styles.emoji}>
              {all.map((emoji) => (
                <button
                  type="button"
                  key={emoji}
                  tabIndex={index++ === Math.min(current, (found?.length ?? Infinity) - 1) ? 0 : -1}
                >
                  {emoji}
                </button>
              ))}
            </div>
          </fieldset>
        ))}
      {found?.length === 0 && <p className={styles.none}>{composer.emojiNone}</p>}
    </fieldset>
  );
}
