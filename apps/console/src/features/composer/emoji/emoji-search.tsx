import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { EmojiGrid } from './emoji-grid.tsx';
import { findEmoji } from './emoji-keywords.ts';
import styles from './emoji-picker.module.css';

interface EmojiSearchProps {
  /** With Shift the picker stays open. */
  onPick: (emoji: string, hasMore: boolean) => void;
}

/** A field over the grid. Enter picks the first emoji, the arrow down leads into the grid. */
export function EmojiSearch({ onPick }: EmojiSearchProps) {
  const { composer: texts } = useTexts();
  const [query, setQuery] = useState('');
  const found = query.trim() ? findEmoji(query) : undefined;
  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const [first] = found ?? [];
    if (event.key === 'Enter' && first) onPick(first, event.shiftKey);
    else if (event.key === 'ArrowDown')
      event.currentTarget.closest('[role="dialog"]')?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus();
    else return;
    event.preventDefault();
  }
  return (
    <>
      <TextInput
        className={styles.search}
        size="xs"
        type="search"
        ref={focusOnce}
        aria-label={texts.emojiSearch}
        placeholder={texts.emojiSearch}
        leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
        value={query}
        onChange={({ currentTarget }) => setQuery(currentTarget.value)}
        onKeyDown={press}
      />
      <EmojiGrid found={found} onPick={onPick} />
    </>
  );
}

/** The popover has placed the focus before this was loaded. */
function focusOnce(field: HTMLInputElement | null) {
  field?.focus();
}
