import { Skeleton } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import styles from './suggestion-list.module.css';
import type { Suggestion, Suggestions } from './use-suggestions.ts';

/** A list above the field. The focus stays in the field, which names the active option. */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  const { composer: texts } = useTexts();
  const { kind = 'phrase', items, isLoading, active, setActive, pick } = suggestions;
  const option = (index: number, className: string | undefined, children: ReactNode) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
    <div
      key={index}
      role="option"
      id={optionId(id, index)}
      aria-selected={index === active}
      tabIndex={-1}
      ref={index === active ? showOption : undefined}
      className={className}
      onMouseMove={() => index === active || setActive(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => pick(index)}
    >
      {children}
    </div>
  );
  return (
    <div className={styles.popup}>
      {kind === 'phrase' && !items.length && (
        <div className={styles.empty}>
          {isLoading ? <Skeleton height={16} width="40%" /> : <span>{texts.noPhrases}</span>}
        </div>
      )}
      <div role="listbox" id={id} aria-label={texts.lists[kind]} className={styles.list}>
        {items.map((item, index) => option(index, styles.option, <Option item={item} />))}
        {kind === 'phrase' &&
          option(
            items.length,
            styles.foot,
            <>
              <IconAdjustments size={16} stroke={1.75} aria-hidden />
              {texts.manage}
            </>,
          )}
      </div>
    </div>
  );
}

function Option({ item: { kind, title, detail, owner } }: { item: Suggestion }) {
  return (
    <>
      {kind === 'mention' && <PersonAvatar name={title} size={24} />}
      <span className={styles.title}>{title}</span>
      <span className={styles.detail}>{detail}</span>
      {owner && <span className={styles.owner}>{owner}</span>}
    </>
  );
}

export const optionId = (id: string, index: number) => `${id}-${index}`;

function showOption(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' });
}
