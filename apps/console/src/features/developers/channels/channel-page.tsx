import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { LoadedOne } from '../../../ui/feedback/loaded-one.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Warning } from '../../../ui/feedback/warning.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { DeliveryLog } from '../deliveries/delivery-log.tsx';
import { ChannelActions } from './channel-actions.tsx';
import { ChannelForm } from './channel-form.tsx';
import { ChannelInbound } from './channel-inbound.tsx';
import { type Channel, channelQuery, channelsQuery, isReachable, repliesQuery } from './channel-queries.ts';

/** One custom channel: where messages come in, and the log of replies. */
export function ChannelPage() {
  const texts = useCustomChannelsTexts();
  const { id } = useParams({ from: '/shell/settings/settings/developers/channels/$id' });
  const query = useQuery(channelQuery(id));
  return (
    <>
      <BackLink to="/settings/developers/channels">{texts.list}</BackLink>
      <LoadedOne query={query} failure={texts.failed} missing={texts.missing}>
        {(channel) => <Details key={channel.id} channel={channel} />}
      </LoadedOne>
    </>
  );
}

function Details({ channel }: { channel: Channel }) {
  const texts = useCustomChannelsTexts();
  const { active } = useDevelopersTexts();
  const [isEditing, setEditing] = useState(false);
  const { name, is_active } = channel;
  if (isEditing) return <Editing channel={channel} onClose={() => setEditing(false)} />;
  return (
    <>
      <PageHeading
        title={name}
        lead={<StatusBadge tone={is_active ? 'good' : 'off'}>{is_active ? active : texts.inactive}</StatusBadge>}
        actions={<ChannelActions channel={channel} onEdit={() => setEditing(true)} />}
      />
      {!is_active && <Warning>{texts.offNote}</Warning>}
      <ChannelInbound channel={channel} />
      <Replies channel={channel} />
    </>
  );
}

function Editing({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const texts = useCustomChannelsTexts();
  const { save } = useDevelopersTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  return (
    <>
      <PageHeading title={channel.name} />
      <ChannelForm
        channel={channel}
        submit={save}
        send={(body) => api.channels.update({ params: { id: channel.id }, body })}
        onDone={(changed) => {
          queryClient.setQueryData(channelQuery(channel.id).queryKey, changed);
          void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
          notify({ kind: 'done', text: texts.saved });
          onClose();
        }}
        onCancel={onClose}
      />
    </>
  );
}

function Replies({ channel }: { channel: Channel }) {
  const { id } = channel;
  const texts = useCustomChannelsTexts();
  const [status, setStatus] = useState<string | null>(null);
  const query = useInfiniteQuery(repliesQuery(id, status));
  const redeliver = useRedelivery(id);
  return (
    <DeliveryLog
      query={query}
      deliveriesOf={({ data }) =>
        data.map((reply) => ({
          ...reply,
          id: String(reply.id),
          title: texts.chat(reply.chat_id),
          isRedeliverable: true,
        }))
      }
      status={status}
      onStatus={setStatus}
      isFiltered={status !== null}
      emptyLead={texts.emptyLog}
      {...(isReachable(channel) && { onRedeliver: redeliver })}
    />
  );
}

function useRedelivery(id: number) {
  const texts = useDeliveriesTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (delivery: string) =>
      api.channels.redeliver({ params: { id }, body: { delivery_id: Number(delivery) } }),
    onSuccess: () => {
      notify({ kind: 'done', text: texts.redelivered });
      return queryClient.invalidateQueries({ queryKey: channelQuery(id).queryKey });
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return mutate;
}
