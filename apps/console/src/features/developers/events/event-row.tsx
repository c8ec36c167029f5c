import { useLocale } from '../../../locales/locale.tsx';
import { useEventFeedTexts } from '../../../locales/pages/event-feed.ts';
import { CodeBlock } from '../../../ui/controls/code-block.tsx';
import { ExpandableRow } from '../../../ui/layout/expandable-row.tsx';
import { exactTime } from '../../../ui/time/age.tsx';
import { dateFormat } from '../../../ui/time/formats.ts';
import styles from './event-row.module.css';
import type { FeedEvent } from './use-event-feed.ts';

/** Of every event, or too long to read. */
const LEFT_OUT = ['at', 'button_guid', 'contact_id', 'created_at'];

export function EventRow({ event }: { event: FeedEvent }) {
  const texts = useEventFeedTexts();
  const { locale } = useLocale();
  const at = new Date(event.created_at);
  const facts = Object.entries(event.data).filter(([name]) => !LEFT_OUT.includes(name));
  return (
    <ExpandableRow
      className={styles.head}
      head={
        <>
          <time className={styles.time} dateTime={event.created_at} title={exactTime(at, locale)}>
            {dateFormat(locale, { timeStyle: 'medium' }).format(at)}
          </time>
          <span className={styles.type}>{event.type}</span>
          <span className={styles.facts} dir="ltr">
            {facts.map(([name, value]) => `${name} ${value}`).join(' · ')}
          </span>
        </>
      }
    >
      {() => (
        <div className={styles.json}>
          <CodeBlock label={texts.json}>{JSON.stringify(event, null, 2)}</CodeBlock>
        </div>
      )}
    </ExpandableRow>
  );
}
