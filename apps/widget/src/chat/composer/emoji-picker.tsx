import { emojiGroups, moveTo } from '@parley/content';
import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../ui/texts.ts';

interface EmojiPickerProps {
  onPick(emoji: string): void;
  /** Last picked first. */
  recent: string[];
}

/** Emoji by group, with a roving tab index: one is in the tab order, arrow keys lead to the others. */
export function EmojiPicker({ onPick, recent }: EmojiPickerProps) {
  const texts = useTexts();
  const [current, setCurrent] = useState(0);
  // As it was when the picker opened, so that nothing moves while somebody picks several.
  const [initialRecent] = useState(recent);
  const groups = [{ name: 'recent', all: initialRecent } as const, ...emojiGroups].filter(({ all }) => all.length);

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
