import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { Warning } from '../../../../ui/feedback/warning.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';
import styles from './page.module.css';

/** Why a broadcast paused itself, and what to do. */
export function PauseNote({ broadcast: { status, pause_reason, channel } }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const name = useNameOfChannel()(channel);
  if (status !== 'paused' || !pause_reason) return null;
  const { what, todo } = texts.pauseReasons[pause_reason];
  return (
    <Warning>
      <Text fw={500}>{what(name)}</Text>
      <Text>{todo}</Text>
      {pause_reason === 'channel_not_ready' && <ChannelLink channel={channel} />}
    </Warning>
  );
}

/** To the settings of the channel. */
function ChannelLink({ channel }: { channel: string }) {
  const { openChannel } = useBroadcastsTexts();
  const [, id] = /^ch(\d+)$/.exec(channel) ?? [];
  if (id) {
    return (
      <Link to="/settings/developers/channels/$id" params={{ id: Number(id) }} className={styles.link}>
        {openChannel}
      </Link>
    );
  }
  return (
    <Link to="/settings/messengers/$place" params={{ place: channel }} className={styles.link}>
      {openChannel}
    </Link>
  );
}
