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
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { ConfirmDialog } from '../../../../ui/form/confirm-dialog.tsx';
import type { Send, SendKind } from '../model/send.ts';
import { DeleteSend } from '../parts/delete-send.tsx';
import { useCopySend } from '../parts/use-copy-send.ts';
import { RenameSend } from './rename-send.tsx';

/** An end that can't be undone, with its question. */
export interface SendEnd {
  name: 'finish' | 'cancel';
  menuLabel: string;
  question: string;
  lead: string;
  confirm: string;
  send: () => Promise<unknown>;
}

interface SendActionsProps {
  kind: SendKind;
  send: Send;
  transition: {
    act: (action: 'pause' | 'resume') => unknown;
    isPending: boolean;
    explain: (error: unknown) => string;
  };
  /** Ends that its status allows. */
  ends: SendEnd[];
}

type DialogName = 'rename' | 'delete' | SendEnd['name'];

/** What can be done with a send that was started. */
export function SendActions({ kind, send, transition, ends }: SendActionsProps) {
  const [dialog, setDialog] = useState<DialogName>();
  const propsOf = (name: DialogName) => ({ isOpen: dialog === name, onClose: () => setDialog(undefined) });
  return (
    <>
      <MainAction kind={kind} send={send} transition={transition} />
      <MoreActions kind={kind} send={send} ends={ends} onChoose={setDialog} />
      <RenameSend kind={kind} send={send} {...propsOf('rename')} />
      {ends.map((end) => (
        <ConfirmDialog
          key={end.name}
          title={end.question}
          label={end.confirm}
          send={end.send}
          toFailure={transition.explain}
          {...propsOf(end.name)}
        >
          {end.lead}
        </ConfirmDialog>
      ))}
      <DeleteSend kind={kind} send={send} {...propsOf('delete')} />
    </>
  );
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true };

function MainAction({ kind, send, transition: { act, isPending } }: Omit<SendActionsProps, 'ends'>) {
  const texts = useSendsTexts();
  const copy = useCopySend(kind, send.id);
  if (send.status === 'running' || send.status === 'scheduled') {
    return (
      <Button leftSection={<IconPlayerPause {...ICON} />} aria-busy={isPending} onClick={() => act('pause')}>
        {texts.pause}
      </Button>
    );
  }
  if (send.status === 'paused') {
    return (
      <Button leftSection={<IconPlayerPlay {...ICON} />} aria-busy={isPending} onClick={() => act('resume')}>
        {texts.resume}
      </Button>
    );
  }
  return (
    <Button variant="default" leftSection={<IconCopy {...ICON} />} aria-busy={copy.isPending} onClick={copy.run}>
      {texts.copy}
    </Button>
  );
}

interface MoreActionsProps extends Omit<SendActionsProps, 'transition'> {
  onChoose: (dialog: DialogName) => void;
}

const END_SIGNS = { finish: IconFlag, cancel: IconX };

function MoreActions({ kind, send: { id, status }, ends, onChoose }: MoreActionsProps) {
  const texts = useSendsTexts();
  const copy = useCopySend(kind, id);
  const isOver = status === 'finished' || status === 'cancelled';
  const itemOf = ({ name, menuLabel }: SendEnd) => {
    const Sign = END_SIGNS[name];
    return (
      <Menu.Item
        key={name}
        {...(name === 'cancel' && { color: 'red' })}
        leftSection={<Sign {...ICON} />}
        onClick={() => onChoose(name)}
      >
        {menuLabel}
      </Menu.Item>
    );
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={texts.more}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => onChoose('rename')}>
          {texts.rename}
        </Menu.Item>
        {!isOver && (
          <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={copy.run}>
            {texts.copy}
          </Menu.Item>
        )}
        {ends.filter(({ name }) => name === 'finish').map(itemOf)}
        {(isOver || ends.some(({ name }) => name === 'cancel')) && <Menu.Divider />}
        {ends.filter(({ name }) => name === 'cancel').map(itemOf)}
        {isOver && (
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => onChoose('delete')}>
            {texts.remove}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
