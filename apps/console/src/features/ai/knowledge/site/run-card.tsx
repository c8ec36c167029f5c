import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconCircleCheck, IconClock, IconWorldSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useKnowledgeSiteTexts } from '../../../../locales/pages/knowledge-site.ts';
import { When } from '../../../../ui/time/when.tsx';
import { useAmounts } from '../../model/money.ts';
import { type CrawlConfig, type CrawlRun, isRunning } from '../model/kb-queries.ts';
import { hostOf } from './crawl-values.ts';
import styles from './run-card.module.css';
import { RunProgress } from './run-progress.tsx';
import { ForgetSite, StopRun } from './stop-run.tsx';
import { UndoRun } from './undo-run.tsx';

const ICONS = {
  queued: IconClock,
  running: IconWorldSearch,
  done: IconCircleCheck,
  failed: IconAlertCircle,
  cancelled: IconAlertCircle,
  undone: IconArrowBackUp,
};

interface RunCardProps {
  run: CrawlRun;
  config: CrawlConfig | null;
  onStopped: (config: CrawlConfig) => void;
}

/** The current run or the last: how far it is, or what it changed. */
export function RunCard({ run, config, onStopped }: RunCardProps) {
  const texts = useKnowledgeSiteTexts();
  const state = run.undone_at === null ? run.status : 'undone';
  const Sign = ICONS[state];
  const runs = isRunning(run);
  const at = run.undone_at ?? run.finished_at ?? run.started_at ?? run.queued_at;
  return (
    <section className={styles.card} data-state={state} aria-label={texts.states[state]}>
      <div className={styles.head}>
        <span className={styles.sign} aria-hidden>
          <Sign size={22} stroke={1.75} />
        </span>
        <div className={styles.words}>
          <h2 className={styles.heading} aria-live="polite">
            {texts.states[state]}
          </h2>
          <p className={styles.lead}>
            {config && (
              <span>
                <bdi>{hostOf(config.url)}</bdi>
              </span>
            )}
            <span>{texts.triggers[run.trigger]}</span>
            <When at={at} />
          </p>
        </div>
        <div className={styles.actions}>
          {runs && config && <StopRun config={config} onStopped={onStopped} />}
          <UndoRun run={run} />
          {!runs && config && <ForgetSite config={config} onForgotten={onStopped} />}
        </div>
      </div>
      {run.status === 'failed' && <Failure error={run.error} />}
      {runs && <RunProgress run={run} config={config} />}
      {run.status === 'queued' ? null : <Figures run={run} />}
      {state === 'done' && (
        <div className={styles.next}>
          <Button size="sm" renderRoot={(props) => <Link to="/ai/knowledge/try" {...props} />}>
            {texts.ask}
          </Button>
          <Link to="/ai/knowledge" search={{ source: 'crawler' }} className={styles.link}>
            {texts.showRules}
          </Link>
        </div>
      )}
    </section>
  );
}

/** The server's words, in English as in the alert. */
function Failure({ error }: { error: string | null }) {
  const { kept } = useKnowledgeSiteTexts();
  return (
    <p className={styles.failure}>
      {error && <bdi lang="en">{error}</bdi>} {kept}
    </p>
  );
}

const PAGES = ['found', 'fetched', 'changed', 'unchanged', 'skipped', 'failed'] as const;
const RULES = ['created', 'updated', 'removed'] as const;

/** What it met, and what it changed in the knowledge base. */
function Figures({ run: { pages, rules } }: { run: CrawlRun }) {
  const texts = useKnowledgeSiteTexts();
  const { count } = useAmounts();
  return (
    <dl className={styles.figures}>
      <dt className={styles.group}>{texts.pages}</dt>
      <dd className={styles.numbers}>
        {PAGES.map((name) => (
          <span key={name} className={styles.figure} data-zero={pages[name] === 0 || undefined}>
            <strong>{count(pages[name])}</strong> {texts.pageKinds[name]}
          </span>
        ))}
      </dd>
      <dt className={styles.group}>{texts.rules}</dt>
      <dd className={styles.numbers}>
        {RULES.map((name) => (
          <span key={name} className={styles.figure} data-zero={rules[name] === 0 || undefined} data-change={name}>
            <strong dir="ltr">
              {rules[name] === 0 ? '' : texts.signs[name]}
              {count(rules[name])}
            </strong>{' '}
            {texts.ruleKinds[name]}
          </span>
        ))}
      </dd>
    </dl>
  );
}
