import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { ExpandableRow } from '../../../../ui/layout/expandable-row.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { useAmounts } from '../../model/money.ts';
import type { CrawlRun } from '../model/kb-queries.ts';
import { PageLink } from '../parts/page-link.tsx';
import styles from './left-out.module.css';
import { SiteSection } from './site-section.tsx';

/** Pages that were left out, by reason, those with the most pages first. */
export function LeftOut({ run: { skipped } }: { run: CrawlRun }) {
  const texts = useKnowledgeSiteTexts();
  const { count } = useAmounts();
  const reasons = Object.entries(Object.groupBy(skipped, ({ reason }) => reason))
    .map(([reason, pages = []]) => ({ reason, pages }))
    .toSorted((a, b) => b.pages.length - a.pages.length);
  return (
    <SiteSection label={texts.leftOut}>
      <Rows label={texts.leftOut}>
        {reasons.map(({ reason, pages }) => (
          <ExpandableRow
            key={reason}
            className={styles.reason}
            head={
              <>
                <span>{explainReason(reason, texts)}</span>
                <span className={styles.count}>{count(pages.length)}</span>
              </>
            }
          >
            {() => (
              <ul className={styles.pages}>
                {pages.map(({ url }) => (
                  <li key={url} dir="ltr">
                    <PageLink address={url}>{url}</PageLink>
                  </li>
                ))}
              </ul>
            )}
          </ExpandableRow>
        ))}
      </Rows>
    </SiteSection>
  );
}

/** `http_404` has its status in it. */
function explainReason(reason: string, texts: ReturnType<typeof useKnowledgeSiteTexts>) {
  const [, status] = /^http_(\d+)$/.exec(reason) ?? [];
  if (status) return texts.http(status);
  return (texts.reasons as Record<string, string>)[reason] ?? reason;
}
