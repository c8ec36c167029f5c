import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { ReplayDialog } from '../deliveries/replay-dialog.tsx';
import { type Channel, channelQuery } from './channel-queries.ts';

interface ReplayRepliesProps {
  channel: Channel;
  isOpen: boolean;
  onClose: () => void;
}

/** Sends the replies of a period that did not arrive. */
export function ReplayReplies({ channel: { id }, isOpen, onClose }: ReplayRepliesProps) {
  const queryClient = useQueryClient();
  return (
    <ReplayDialog
      texts={useCustomChannelsTexts()}
      send={(body) => api.channels.replay({ params: { id }, body })}
      onSent={() => void queryClient.invalidateQueries({ queryKey: channelQuery(id).queryKey })}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
