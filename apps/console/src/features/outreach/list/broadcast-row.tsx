import { Link } from '@tanstack/react-router';
import { ChannelIcon } from '../../../entities/chat/channel-icon.tsx';
import { useLocale } from '../../../locales/locale.tsx';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { ListRow } from '../../../ui/layout/list-row.tsx';
import { exactTime } from '../../../ui/time/age.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import { When } from '../../../ui/time/when.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import { doneOf } from '../model/progress.ts';
import { BroadcastStatus } from '../parts/broadcast-status.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import styles from './broadcast-list.module.css';

/** A broadcast: what it is, where it goes and how far it has got. */
export function BroadcastRow({ broadcast }: { broadcast: Broadcast }) {
  const { id, name, channel } = broadcast;
  const nameOf = useNameOfChannel();
  return (
    <ListRow
      name={
        <Link to="/outreach/broadcasts/$id" params={{ id }}>
          {name}
        </Link>
      }
      badges={<BroadcastStatus broadcast={broadcast} />}
      facts={
        <>
          <span className={styles.channel}>
            <ChannelIcon channel={channel} size={14} stroke={1.75} aria-hidden />
            {nameOf(channel)}
          </span>
          {' · '}
          <Time broadcast={broadcast} />
        </>
      }
      aside={broadcast.counts.total > 0 && <Progress broadcast={broadcast} />}
    />
  );
}

function Time({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const { status, scheduled_for, started_at, finished_at, updated_at } = broadcast;
  if (status === 'scheduled' && scheduled_for) return texts.startsAt(exactTime(new Date(scheduled_for), locale));
  const [text, at] = finished_at
    ? [texts.ended, finished_at]
    : started_at
      ? [texts.started, started_at]
      : [texts.edited, updated_at];
  return (
    <>
      {text} <When at={at} />
    </>
  );
}

function Progress({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { locale } = useLocale();
  const format = numberFormat(locale, {}).format;
  const { counts, status } = broadcast;
  const isOver = status === 'finished' || status === 'cancelled';
  const words = isOver
    ? texts.sentOf(format(counts.sent), format(counts.total))
    : texts.doneOf(format(doneOf(broadcast)), format(counts.total));
  return (
    <div className={styles.progress}>
      <span>{words}</span>
      <ProgressBar label={texts.progress} broadcast={broadcast} />
    </div>
  );
}
