import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconDots, IconHistory, IconKey, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { type Channel, channelQuery, channelsQuery, isReachable } from './channel-queries.ts';
import { ChannelSecret } from './channel-secret.tsx';
import { ReplayReplies } from './replay-replies.tsx';

type DialogName = 'off' | 'replay' | 'rotate' | 'delete';

interface ChannelDialogProps {
  channel: Channel;
  isOpen: boolean;
  onClose: () => void;
}

export function ChannelActions({ channel, onEdit }: { channel: Channel; onEdit: () => void }) {
  const texts = useCustomChannelsTexts();
  const { edit, more, remove } = useDevelopersTexts();
  const { replay } = useDeliveriesTexts();
  const [dialog, setDialog] = useState<DialogName>();
  const { switchOn } = useChannelSwitch(channel);
  const propsOf = (name: DialogName) => ({ channel, isOpen: dialog === name, onClose: () => setDialog(undefined) });
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      <Button variant="default" onClick={onEdit}>
        {edit}
      </Button>
      {channel.is_active ? (
        <Button variant="default" onClick={() => setDialog('off')}>
          {texts.switchOff}
        </Button>
      ) : (
        <Button aria-busy={switchOn.isPending} onClick={() => switchOn.isPending || switchOn.mutate()}>
          {texts.switchOn}
        </Button>
      )}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isReachable(channel) && (
            <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setDialog('replay')}>
              {replay}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setDialog('rotate')}>
            {texts.rotate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDialog('delete')}>
            {remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SwitchOff {...propsOf('off')} />
      <ReplayReplies {...propsOf('replay')} />
      <RotateSecret {...propsOf('rotate')} />
      <DeleteChannel {...propsOf('delete')} />
    </>
  );
}

function useChannelSwitch({ id }: Channel) {
  const texts = useCustomChannelsTexts();
  const notify = useNotice();
  const explain = useExplain();
  const queryClient = useQueryClient();
  const set = async (is_active: boolean) => {
    const changed = await api.channels.update({ params: { id }, body: { is_active } });
    queryClient.setQueryData(channelQuery(id).queryKey, changed);
    notify({ kind: 'done', text: is_active ? texts.switchedOn : texts.switchedOff });
    await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
  };
  const switchOn = useMutation({
    mutationFn: () => set(true),
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return { set, switchOn };
}

function SwitchOff({ channel, isOpen, onClose }: ChannelDialogProps) {
  const texts = useCustomChannelsTexts();
  const { set } = useChannelSwitch(channel);
  return (
    <ConfirmDialog
      title={texts.offQuestion(channel.name)}
      label={texts.offConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => set(false)}
    >
      <Text>{texts.offLead}</Text>
    </ConfirmDialog>
  );
}

/** Shows the new secret once. */
function RotateSecret({ channel, isOpen, onClose }: ChannelDialogProps) {
  const texts = useCustomChannelsTexts();
  const [secret, setSecret] = useState<string>();
  const rotate = async () => {
    // Not returned: the result of a mutation stays in the cache.
    setSecret((await api.channels.rotateSecret({ params: { id: channel.id } })).secret);
  };
  return (
    <>
      <ConfirmDialog
        title={texts.rotateQuestion}
        label={texts.rotateConfirm}
        isOpen={isOpen}
        onClose={onClose}
        send={rotate}
      >
        <Text>{texts.rotateLead}</Text>
        {channel.legacy_compat_enabled && <Text mt="xs">{texts.rotateLegacy}</Text>}
      </ConfirmDialog>
      <ChannelSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function DeleteChannel({ channel: { id, name }, isOpen, onClose }: ChannelDialogProps) {
  const texts = useCustomChannelsTexts();
  const notify = useNotice();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const finish = async () => {
    notify({ kind: 'done', text: texts.deleted });
    await navigate({ to: '/settings/developers/channels', replace: true });
    queryClient.removeQueries({ queryKey: channelQuery(id).queryKey });
    await queryClient.invalidateQueries({ queryKey: channelsQuery.queryKey });
  };
  return (
    <ConfirmDialog
      title={texts.deleteQuestion(name)}
      label={texts.deleteConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.channels.remove({ params: { id } })}
      onDone={() => void finish()}
    >
      <Text>{texts.deleteLead}</Text>
    </ConfirmDialog>
  );
}
