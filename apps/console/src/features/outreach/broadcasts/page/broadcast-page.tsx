import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useBroadcastsTexts } from '../../../../locales/pages/broadcasts.ts';
import { BackLink } from '../../../../ui/controls/back-link.tsx';
import { LoadedOne } from '../../../../ui/feedback/loaded-one.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { EditBroadcast } from '../compose/edit-broadcast.tsx';
import { broadcastQuery } from '../model/broadcast-queries.ts';
import { BroadcastDetails } from './broadcast-details.tsx';

/** A draft to work on, or what became of a broadcast that was started. */
export function BroadcastPage() {
  const texts = useBroadcastsTexts();
  const { id } = useParams({ from: '/shell/outreach/broadcasts/$id' });
  const query = useQuery(broadcastQuery(id));
  return (
    <Screen isWide={query.data?.status === 'draft'}>
      <BackLink to="/outreach/broadcasts">{texts.title}</BackLink>
      <LoadedOne query={query} failure={texts.failedOne} missing={texts.missing}>
        {(broadcast) =>
          broadcast.status === 'draft' ? (
            <EditBroadcast key={id} broadcast={broadcast} />
          ) : (
            <BroadcastDetails key={id} broadcast={broadcast} />
          )
        }
      </LoadedOne>
    </Screen>
  );
}
