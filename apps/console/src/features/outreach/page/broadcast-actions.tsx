import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconFlag,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useBroadcastsTexts } from '../../../locales/pages/broadcasts.ts';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { DeleteBroadcast } from '../parts/delete-broadcast.tsx';
import { useCopyBroadcast } from '../parts/use-copy-broadcast.ts';
import { RenameBroadcast } from './rename-broadcast.tsx';
import { useTransition } from './use-transition.ts';

type DialogName = 'rename' | 'finish' | 'cancel' | 'delete';

/** What can be done with a broadcast that was started. */
export function BroadcastActions({ broadcast }: { broadcast: Broadcast }) {
  const [dialog, setDialog] = useState<DialogName>();
  const propsOf = (name: DialogName) => ({ broadcast, isOpen: dialog === name, onClose: () => setDialog(undefined) });
  return (
    <>
      <MainAction broadcast={broadcast} />
      <MoreActions broadcast={broadcast} onChoose={setDialog} />
      <RenameBroadcast {...propsOf('rename')} />
      <EndDialog action="finish" {...propsOf('finish')} />
      <EndDialog action="cancel" {...propsOf('cancel')} />
      <DeleteBroadcast {...propsOf('delete')} />
    </>
  );
}

function MainAction({ broadcast }: { broadcast: Broadcast }) {
  const texts = useBroadcastsTexts();
  const { act, isPending } = useTransition(broadcast);
  const copy = useCopyBroadcast(broadcast);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  if (broadcast.status === 'running' || broadcast.status === 'scheduled') {
    return (
      <Button leftSection={<IconPlayerPause {...icon} />} aria-busy={isPending} onClick={() => act('pause')}>
        {texts.pause}
      </Button>
    );
  }
  if (broadcast.status === 'paused') {
    return (
      <Button leftSection={<IconPlayerPlay {...icon} />} aria-busy={isPending} onClick={() => act('resume')}>
        {texts.resume}
      </Button>
    );
  }
  return (
    <Button variant="default" leftSection={<IconCopy {...icon} />} aria-busy={copy.isPending} onClick={copy.run}>
      {texts.copy}
    </Button>
  );
}

interface MoreActionsProps {
  broadcast: Broadcast;
  onChoose: (dialog: DialogName) => void;
}

function MoreActions({ broadcast, onChoose }: MoreActionsProps) {
  const texts = useBroadcastsTexts();
  const copy = useCopyBroadcast(broadcast);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  const { status } = broadcast;
  const isOver = status === 'finished' || status === 'cancelled';
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={texts.more}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onChoose('rename')}>
          {texts.rename}
        </Menu.Item>
        {!isOver && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={copy.run}>
            {texts.copy}
          </Menu.Item>
        )}
        {(status === 'running' || status === 'paused') && (
          <Menu.Item leftSection={<IconFlag {...icon} />} onClick={() => onChoose('finish')}>
            {texts.finish}
          </Menu.Item>
        )}
        <Menu.Divider />
        {isOver ? (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onChoose('delete')}>
            {texts.remove}
          </Menu.Item>
        ) : (
          <Menu.Item color="red" leftSection={<IconX {...icon} />} onClick={() => onChoose('cancel')}>
            {texts.cancel}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

interface EndDialogProps {
  action: 'finish' | 'cancel';
  broadcast: Broadcast;
  isOpen: boolean;
  onClose: () => void;
}

/** Ends a broadcast early, which can't be undone. */
function EndDialog({ action, broadcast, isOpen, onClose }: EndDialogProps) {
  const texts = useBroadcastsTexts();
  const { send, explain } = useTransition(broadcast);
  const { question, lead, confirm } = texts.ends[action];
  return (
    <ConfirmDialog
      title={question}
      label={confirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => send(action)}
      toFailure={explain}
    >
      {lead(broadcast.counts.pending)}
    </ConfirmDialog>
  );
}
