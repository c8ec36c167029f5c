import { useLocale } from '../../../locales/locale.tsx';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { dateFormat } from '../../../ui/time/formats.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import styles from './health-strip.module.css';
import type { WebhookHour } from './webhook-queries.ts';

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, index) => 23 - index);
const QUIET = { delivered: 0, retried: 0, failed: 0 };

type Counts = Pick<WebhookHour, 'delivered' | 'retried' | 'failed'>;

interface HealthStripProps {
  /** Of one webhook; hours in which nothing was sent are left out. */
  hours: WebhookHour[];
  /** Small and without words. */
  isCompact?: boolean;
}

/** The last 24 hours, one cell each. */
export function HealthStrip({ hours, isCompact = false }: HealthStripProps) {
  const texts = useWebhooksTexts();
  const { locale } = useLocale();
  const describe = useDescription();
  const thisHour = Math.floor(useNow() / HOUR_MS) * HOUR_MS;
  const byHour = new Map(hours.map((each) => [Date.parse(each.hour), each]));
  const total = hours.reduce(
    (sum, { delivered, retried, failed }) => ({
      delivered: sum.delivered + delivered,
      retried: sum.retried + retried,
      failed: sum.failed + failed,
    }),
    QUIET,
  );
  return (
    <div className={styles.health} data-compact={isCompact || undefined}>
      <div className={styles.strip} role="img" aria-label={`${texts.health}: ${describe(total)}`}>
        {HOURS.map((ago) => {
          const at = thisHour - ago * HOUR_MS;
          const counts = byHour.get(at) ?? QUIET;
          const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(new Date(at));
          return <Cell key={ago} counts={counts} title={`${time}: ${describe(counts)}`} />;
        })}
      </div>
      {!isCompact && (
        <div className={styles.words}>
          <span>{texts.health}</span>
          <span>{describe(total)}</span>
        </div>
      )}
    </div>
  );
}

/** Troubles are stacked on top, and never so small that they can't be seen. */
function Cell({ counts: { delivered, retried, failed }, title }: { counts: Counts; title: string }) {
  return (
    <span className={styles.cell} title={title} data-quiet={delivered + retried + failed === 0 || undefined}>
      {failed > 0 && <span className={styles.failed} style={{ flexGrow: failed }} />}
      {retried > 0 && <span className={styles.retried} style={{ flexGrow: retried }} />}
      {delivered > 0 && <span className={styles.delivered} style={{ flexGrow: delivered }} />}
    </span>
  );
}

function useDescription() {
  const texts = useWebhooksTexts();
  return ({ delivered, retried, failed }: Counts) =>
    [
      delivered > 0 && texts.delivered(delivered),
      retried > 0 && texts.retried(retried),
      failed > 0 && texts.failedCount(failed),
    ]
      .filter(Boolean)
      .join(', ') || texts.quiet;
}
