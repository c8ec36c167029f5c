import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { api } from '../../../data/api.ts';
import { useSourceName } from '../../../entities/chat/ai/source-names.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiTurnTexts } from '../../../locales/pages/ai-turn.ts';
import { numberFormat } from '../../../ui/time/formats.ts';
import styles from './reply-sources.module.css';

type Source = Awaited<ReturnType<typeof api.aiAssistants.test>>['sources'][number];

/** The rules that a reply is built on, those it used first. */
export function ReplySources({ sources }: { sources: Source[] }) {
  const texts = useAiTurnTexts();
  const nameOf = useSourceName();
  const { locale } = useLocale();
  const percent = numberFormat(locale, { style: 'percent' });
  return (
    <ul className={styles.sources} aria-label={texts.sources}>
      {sources
        .toSorted((a, b) => Number(b.cited) - Number(a.cited))
        .map((source) => (
          <li key={source.rule_id} className={styles.source} data-cited={source.cited || undefined}>
            {source.cited && <IconCheck size={12} stroke={2} role="img" aria-label={texts.cited} />}
            <Link to="/ai/knowledge/rules/$id" params={{ id: source.rule_id }} title={texts.openSource}>
              <bdi>{nameOf(source)}</bdi>
            </Link>
            <span>{percent.format(source.score)}</span>
          </li>
        ))}
    </ul>
  );
}
