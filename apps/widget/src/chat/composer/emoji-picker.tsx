import { emojiGroups, moveTo } from '@parley/content';
import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/texts.ts';

interface Shown {
  onPick(emoji: string): void;
  /** What was picked before, the last one first. */
  recent: string[];
}

/** Emoji by kind. One of them is in the order of the Tab key; arrows lead to the others. */
export function EmojiPicker({ onPick, recent }: Shown) {
  const texts = useTexts();
  const [current, setCurrent] = useState(0);
  // As it was at first: nothing moves under the pointer while somebody picks one after the other.
  const [before] = useState(recent);
  const groups = [{ name: 'recent', all: before } as const, ...emojiGroups].filter(({ all }) => all.length);

  function pick({ target }: TargetedMouseEvent<HTMLElement>) {
    const emoji = (target as Element).closest('button')?.textContent;
    if (emoji) onPick(emoji);
  }

  function move(event: TargetedKeyboardEvent<HTMLElement>) {
    const buttons = Array.from(event.currentTarget.querySelectorAll('button'));
    const next = moveTo(event.key, current, buttons);
    if (next === current) return;
    event.preventDefault();
    buttons[next]?.focus();
    setCurrent(next);
  }

  let index = 0;
  return (
    <fieldset class="emoji" aria-label={texts.emoji.title} onClick={pick} onKeyDown={move}>
      {groups.map(({ name, all }) => (
        <fieldset key={name} aria-label={texts.emoji[name]}>
          <div class="emoji-title" aria-hidden="true">
            {texts.emoji[name]}
          </div>
          <div class="emoji-grid">
            {all.map((emoji) => (
              <button type="button" key={emoji} tabIndex={index++ === current ? 0 : -1}>
                {emoji}
              </button>
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  );
}
