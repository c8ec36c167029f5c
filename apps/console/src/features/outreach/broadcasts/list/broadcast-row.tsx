import { Link } from '@tanstack/react-router';
import { ChannelIcon } from '../../../../entities/chat/channel-icon.tsx';
import { ListRow } from '../../../../ui/layout/list-row.tsx';
import { SendProgress, SendTime } from '../../sends/list/send-facts.tsx';
import { SendSign } from '../../sends/list/send-sign.tsx';
import { SendStatus } from '../../sends/parts/send-status.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { useNameOfChannel } from '../model/channels.ts';

/** A broadcast: what it is, where it goes and how far it has got. */
export function BroadcastRow({ broadcast }: { broadcast: Broadcast }) {
  const { id, name, channel, counts } = broadcast;
  const nameOf = useNameOfChannel();
  return (
    <ListRow
      name={
        <Link to="/outreach/broadcasts/$id" params={{ id }}>
          {name}
        </Link>
      }
      badges={<SendStatus send={broadcast} />}
      facts={
        <>
          <SendSign icon={<ChannelIcon channel={channel} size={14} stroke={1.75} aria-hidden />}>
            {nameOf(channel)}
          </SendSign>
          {' · '}
          <SendTime send={broadcast} />
        </>
      }
      aside={counts.total > 0 && <SendProgress send={broadcast} />}
    />
  );
}
