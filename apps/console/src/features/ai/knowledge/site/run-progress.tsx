import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { useAmounts } from '../../model/money.ts';
import type { CrawlConfig, CrawlRun } from '../model/kb-queries.ts';
import styles from './run-card.module.css';

interface RunProgressProps {
  run: CrawlRun;
  config: CrawlConfig | null;
}

/** How many of the pages that are known by now have been read. */
export function RunProgress({ run: { pages, current_url, status }, config }: RunProgressProps) {
  const texts = useKnowledgeSiteTexts();
  const { count } = useAmounts();
  const all = Math.min(pages.found, config?.max_pages ?? pages.found);
  const done = Math.min(pages.fetched + pages.skipped + pages.failed, all);
  const text = status === 'queued' ? texts.queued : texts.progress(count(done), count(all));
  return (
    <div className={styles.progress}>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={texts.progressLabel}
        aria-valuemin={0}
        aria-valuemax={Math.max(all, 1)}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        <span style={{ inlineSize: `${all ? (done / all) * 100 : 0}%` }} />
      </div>
      <p className={styles.current}>
        <span>{text}</span>
        {current_url && (
          <span className={styles.url} dir="ltr" title={current_url}>
            {current_url}
          </span>
        )}
      </p>
    </div>
  );
}
