import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { ChannelForm } from './channel-form.tsx';
import { channelsQuery } from './channel-queries.ts';
import { ChannelSecret } from './channel-secret.tsx';

/** A form, then the channel's secret, once. */
export function NewChannel() {
  const texts = useCustomChannelsTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [created, setCreated] = useState<{ id: number; secret: string }>();
  const finish = () => {
    setCreated(undefined);
    if (created) void navigate({ to: '/settings/developers/channels/$id', params: { id: created.id }, replace: true });
  };
  return (
    <>
      <BackLink to="/settings/developers/channels">{texts.list}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <ChannelForm
        submit={texts.submit}
        send={(body) => api.channels.create({ body })}
        onDone={({ id, secret }) => {
          setCreated({ id, secret });
          void queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
        }}
        onCancel={() => void navigate({ to: '/settings/developers/channels' })}
      />
      <ChannelSecret secret={created?.secret} onClose={finish} />
    </>
  );
}
