import { useInfiniteQuery } from '@tanstack/react-query';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { ListEnd } from '../../../../ui/feedback/list-end.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { ExpandableRow } from '../../../../ui/layout/expandable-row.tsx';
import { Rows } from '../../../../ui/layout/rows.tsx';
import { useAmounts } from '../../model/money.ts';
import { TextDiff } from '../../parts/text-diff/text-diff.tsx';
import { type CrawlChange, type CrawlRun, changesQuery, isRunning } from '../model/kb-queries.ts';
import { PageLink } from '../parts/page-link.tsx';
import styles from './run-changes.module.css';
import { SiteSection } from './site-section.tsx';

/** Whether a run has changes that can be taken back. */
export const hasChanges = (run: CrawlRun) =>
  !isRunning(run) && run.undone_at === null && run.rules.created + run.rules.updated + run.rules.removed > 0;

/** What the run changed, page by page: old and new text, word by word. */
export function RunChanges({ run }: { run: CrawlRun }) {
  const texts = useKnowledgeSiteTexts();
  const query = useInfiniteQuery(changesQuery(run.id));
  const changes = query.data?.pages.flatMap(({ data }) => data);
  return (
    <SiteSection label={texts.whatChanged}>
      <Loaded query={{ ...query, data: changes }} failure={texts.changesFailed}>
        {(found) => (
          <div>
            <Rows label={texts.whatChanged}>
              {Array.from(
                Map.groupBy(found, ({ source_ref }) => source_ref),
                ([address, ofPage]) => (
                  <ChangedPage key={address} address={address} changes={ofPage} />
                ),
              )}
            </Rows>
            <ListEnd list={query} end={texts.changesEnd} />
          </div>
        )}
      </Loaded>
    </SiteSection>
  );
}

function ChangedPage({ address, changes }: { address: string; changes: CrawlChange[] }) {
  const texts = useKnowledgeSiteTexts();
  const { count } = useAmounts();
  const contentsOf = (kind: CrawlChange['change']) =>
    changes.flatMap(({ change, content }) => (change === kind ? content : []));
  const [removed, created] = [contentsOf('removed'), contentsOf('created')];
  return (
    <ExpandableRow
      className={styles.page}
      head={
        <>
          <span className={styles.address} dir="ltr">
            {pathOf(address)}
          </span>
          <span className={styles.counts} dir="ltr">
            {created.length > 0 && (
              <ins className={styles.created} title={texts.ruleKinds.created}>
                +{count(created.length)}
              </ins>
            )}{' '}
            {removed.length > 0 && (
              <del className={styles.removed} title={texts.ruleKinds.removed}>
                −{count(removed.length)}
              </del>
            )}
          </span>
        </>
      }
    >
      {() => (
        <div className={styles.texts}>
          <p className={styles.link} dir="ltr">
            <PageLink address={address}>{address}</PageLink>
          </p>
          <TextDiff before={removed.join(BETWEEN)} after={created.join(BETWEEN)} />
        </div>
      )}
    </ExpandableRow>
  );
}

/** Between the texts of a page. */
const BETWEEN = '\n\n';

/** All pages are of one site. */
const pathOf = (address: string) => address.replace(/^\w+:\/\/[^/]+/, '') || address;
