import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconHistory, IconKey, IconPencil, IconSend, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useDeliveriesTexts } from '../../../locales/pages/deliveries.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { useWebhooksTexts } from '../../../locales/pages/webhooks.ts';
import { ReplayEvents } from './replay-events.tsx';
import { useWebhookChanges } from './use-webhook-changes.ts';
import { DeleteWebhook, PauseWebhook, RotateSecret } from './webhook-dialogs.tsx';
import type { Webhook } from './webhook-queries.ts';

type DialogName = 'pause' | 'rotate' | 'replay' | 'delete';

export function WebhookActions({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const texts = useWebhooksTexts();
  const [dialog, setDialog] = useState<DialogName>();
  const { sendTest, resume } = useWebhookChanges(webhook);
  const propsOf = (name: DialogName) => ({
    webhook,
    isOpen: dialog === name,
    onClose: () => setDialog(undefined),
  });
  return (
    <>
      {webhook.is_active ? (
        <>
          <Button
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
            aria-busy={sendTest.isPending}
            onClick={() => sendTest.isPending || sendTest.mutate()}
          >
            {texts.test}
          </Button>
          <Button variant="default" onClick={() => setDialog('pause')}>
            {texts.pause}
          </Button>
        </>
      ) : (
        <Button aria-busy={resume.isPending} onClick={() => resume.isPending || resume.mutate()}>
          {texts.resume}
        </Button>
      )}
      <MoreActions isActive={webhook.is_active} onEdit={onEdit} onChoose={setDialog} />
      <PauseWebhook {...propsOf('pause')} />
      <RotateSecret {...propsOf('rotate')} />
      <ReplayEvents {...propsOf('replay')} />
      <DeleteWebhook {...propsOf('delete')} />
    </>
  );
}

interface MoreActionsProps {
  isActive: boolean;
  onEdit: () => void;
  onChoose: (dialog: DialogName) => void;
}

function MoreActions({ isActive, onEdit, onChoose }: MoreActionsProps) {
  const texts = useWebhooksTexts();
  const { replay } = useDeliveriesTexts();
  const { edit, more, remove } = useDevelopersTexts();
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={more}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          {edit}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => onChoose('rotate')}>
          {texts.rotate}
        </Menu.Item>
        {isActive && (
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => onChoose('replay')}>
            {replay}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onChoose('delete')}>
          {remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
