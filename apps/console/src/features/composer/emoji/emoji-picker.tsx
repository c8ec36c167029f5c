import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { EmojiGrid } from './emoji-grid.tsx';
import styles from './emoji-picker.module.css';
import { keepEmoji } from './recent-emoji.ts';

/** A button with a popover of emoji. `onPick` returns the focus to the field. */
export function EmojiPicker({ onPick }: { onPick: (emoji: string) => void }) {
  const { emoji: texts } = useTexts().content;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);

  function pick(emoji: string, hasMore: boolean) {
    keepEmoji(emoji);
    setOpen(hasMore);
    onPick(emoji);
  }
  function leave(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" closeOnEscape={false} trapFocus shadow="none">
      <Popover.Target>
        <Tooltip label={texts.title} disabled={isOpen}>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={texts.title}
            onClick={() => setOpen(!isOpen)}
          >
            <IconMoodSmile size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={texts.title} onKeyDown={leave}>
        <EmojiGrid onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  );
}
