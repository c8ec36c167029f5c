import { Skeleton } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocale } from '../../../../../locales/locale.tsx';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { useSendsTexts } from '../../../../../locales/pages/sends.ts';
import { useExplain } from '../../../../../ui/feedback/explain.ts';
import { numberFormat } from '../../../../../ui/time/formats.ts';
import type { Reach } from '../../model/send.ts';
import styles from './audience-count.module.css';

interface AudienceCountProps {
  query: UseQueryResult<Reach>;
  error: string | undefined;
}

/** How many the draft would reach now, and why it leaves others out. */
export function AudienceCount({ query, error }: AudienceCountProps) {
  const texts = useSendComposerTexts();
  const explain = useExplain();
  const { data, error: failure, isFetching, isPlaceholderData } = query;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <section ref={place} className={styles.count} aria-label={texts.reach} aria-busy={isFetching}>
      {data ? <Figures preview={data} isOld={isPlaceholderData || failure !== null} /> : <Skeleton height={56} />}
      {failure && <p className={styles.failure}>{isRefused(failure) ? texts.countRefused : explain(failure)}</p>}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

const isRefused = (error: Error) => error instanceof ParleyProblem && error.status === 422;

function Figures({ preview: { matched, reachable, skipped }, isOld }: { preview: Reach; isOld: boolean }) {
  const texts = useSendComposerTexts();
  const { skipReasons } = useSendsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  const reasons = Object.entries(skipped).toSorted(([, a], [, b]) => b - a);
  return (
    <div data-old={isOld || undefined} className={styles.figures}>
      <p className={styles.reachable} role="status">
        <span className={styles.number}>{format(reachable)}</span> {texts.reachable(reachable)}
      </p>
      <p className={styles.matched}>{texts.matched(matched, format(matched))}</p>
      {reasons.length > 0 && (
        <dl className={styles.skipped} aria-label={texts.leftOut}>
          {reasons.map(([reason, count]) => (
            <div key={reason} className={styles.reason}>
              <dt>{skipReasons[reason as keyof typeof skipReasons] ?? reason}</dt>
              <dd>{format(count)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
