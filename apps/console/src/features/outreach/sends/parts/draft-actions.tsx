import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import type { Send, SendKind } from '../model/send.ts';
import { DeleteSend } from './delete-send.tsx';
import { useCopySend } from './use-copy-send.ts';

interface DraftActionsProps {
  kind: SendKind;
  send: Send;
}

export function DraftActions({ kind, send }: DraftActionsProps) {
  const texts = useSendsTexts();
  const copy = useCopySend(kind, send.id);
  const [isDeleting, setDeleting] = useState(false);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={texts.more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={copy.run}>
            {texts.copy}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setDeleting(true)}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <DeleteSend kind={kind} send={send} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}
