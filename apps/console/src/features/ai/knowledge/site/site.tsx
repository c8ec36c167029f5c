import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { type CrawlConfig, type Crawler, crawlerQuery, isRunning, useRefreshKb } from '../model/kb-queries.ts';
import { CrawlForm } from './crawl-form.tsx';
import { DEFAULTS, valuesOf } from './crawl-values.ts';
import { LeftOut } from './left-out.tsx';
import { RunCard } from './run-card.tsx';
import { hasChanges, RunChanges } from './run-changes.tsx';
import styles from './site.module.css';
import { SiteSection } from './site-section.tsx';

/** The site: what its last reading brought, and how it is read. */
export function Site() {
  const texts = useKnowledgeSiteTexts();
  const query = useQuery(crawlerQuery);
  return (
    <Loaded query={query} failure={texts.failed}>
      {(crawler) => <Crawl crawler={crawler} />}
    </Loaded>
  );
}

function Crawl({ crawler: { config, run } }: { crawler: Crawler }) {
  const texts = useKnowledgeSiteTexts();
  /** The address stays in the form: a run is often stopped to correct it. */
  const [stopped, setStopped] = useState<CrawlConfig>();
  const refresh = useRefreshKb();
  const onEnd = useEffectEvent(() => void refresh());
  const runs = isRunning(run);
  useEffect(() => {
    if (runs) return () => onEnd();
    return undefined;
  }, [runs]);
  const last = config ?? stopped;
  return (
    <div className={styles.site}>
      {run && <RunCard run={run} config={config} onStopped={setStopped} />}
      {!runs && (
        <SiteSection label={texts.how} hasHeading={run !== null}>
          <CrawlForm key={JSON.stringify(last)} saved={last ? valuesOf(last) : DEFAULTS} isKnown={config !== null} />
        </SiteSection>
      )}
      {run && hasChanges(run) && <RunChanges run={run} />}
      {run && run.skipped.length > 0 && <LeftOut run={run} />}
    </div>
  );
}
