import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState } from 'react';
import { load } from '../../../data/release.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useChatAiTexts } from '../../../locales/pages/chat-ai.ts';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import type { Turn } from './ai-queries.ts';
import { formatSeconds } from './turn-figures.ts';
import styles from './turn-line.module.css';

const TurnDetails = lazy(async () => ({
  default: (await load(() => import('./turn-details.tsx'))).TurnDetails,
}));

interface TurnLineProps {
  turn: Turn;
  /** Instead of sources and time. */
  label?: string;
}

/** How long the AI took and from how many sources, opening to the whole turn. */
export function TurnLine({ turn, label }: TurnLineProps) {
  const { locale } = useLocale();
  const texts = useChatAiTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const sources = turn.sources.filter(({ cited }) => cited).length;
  const parts = [
    ...(sources ? [texts.fromSources(sources)] : []),
    ...(turn.duration_ms === null ? [] : [texts.seconds(formatSeconds(turn.duration_ms, locale))]),
  ];
  return (
    <>
      <UnstyledButton
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        title={texts.explain}
        onClick={() => setOpen(!isOpen)}
      >
        <bdi>{label ?? (parts.join(', ') || texts.details)}</bdi>
        <IconChevronDown size={12} stroke={2} aria-hidden className={styles.arrow} />
      </UnstyledButton>
      <div id={id} className={styles.details} hidden={!isOpen}>
        {isOpen && (
          <ErrorBoundary>
            <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>
              <TurnDetails turn={turn} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </>
  );
}
