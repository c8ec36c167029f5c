import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { load } from '../../../data/release.ts';
import { useTexts } from '../../../locales/locale.tsx';
import styles from './emoji-picker.module.css';
import { keepEmoji } from './recent-emoji.ts';

/** With the words of every emoji: few replies need them. */
const EmojiSearch = lazy(async () => ({
  default: (await load(() => import('./emoji-search.tsx'))).EmojiSearch,
}));

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
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-start"
      width={320}
      closeOnEscape={false}
      trapFocus
      shadow="none"
    >
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
        <Suspense fallback={<div className={styles.pending} aria-busy />}>
          <EmojiSearch onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
