import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconKey, IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../data/api.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { stateOf } from '../model/connection-state.ts';
import type { Messenger } from '../model/messenger-queries.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { usePlaceName, useRefreshMessengers } from '../model/use-messengers.ts';

interface MessengerActionsProps {
  messenger: Messenger;
  /** A form that they opened was cancelled. */
  isFocused?: boolean;
  /** Not where there are several tokens. */
  onReplace?: () => void;
  onDisconnected?: () => void;
}

/** Checks a connected messenger, replaces its token, and disconnects it. */
export function MessengerActions({ messenger, isFocused = false, onReplace, onDisconnected }: MessengerActionsProps) {
  const texts = useMessengersTexts();
  const [isAsking, setAsking] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) menu.current?.focus();
  }, [isFocused]);
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true };
  return (
    <>
      {stateOf(messenger.webhook) !== 'manual' && <Verify messenger={messenger} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon ref={menu} variant="default" size={36} aria-label={texts.more}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {onReplace && (
            <Menu.Item leftSection={<IconKey {...icon} />} onClick={onReplace}>
              {texts.replace}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconPlugConnectedX {...icon} />} onClick={() => setAsking(true)}>
            {texts.disconnect}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Disconnect
        messenger={messenger}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onDisconnected={() => onDisconnected?.()}
      />
    </>
  );
}

function Verify({ messenger: { provider } }: { messenger: Messenger }) {
  const texts = useMessengersTexts();
  const notify = useNotice();
  const explain = useExplainMessenger();
  const refresh = useRefreshMessengers();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.messengers.verify({ params: { provider } }),
    onSuccess: async (changed) => {
      const works = stateOf(changed.webhook) === 'working';
      notify(works ? { kind: 'done', text: texts.verified } : { kind: 'failed', text: texts.verifiedBroken });
      await refresh(changed);
    },
    onError: (error) => notify({ kind: 'failed', text: explain(error) }),
  });
  return (
    <Button variant="default" aria-busy={isPending} onClick={() => isPending || mutate()}>
      {texts.verify}
    </Button>
  );
}

interface DisconnectProps {
  messenger: Messenger;
  isOpen: boolean;
  onClose: () => void;
  onDisconnected: () => void;
}

function Disconnect({ messenger: { provider }, isOpen, onClose, onDisconnected }: DisconnectProps) {
  const texts = useMessengersTexts();
  const name = usePlaceName()(provider);
  const notify = useNotice();
  const explain = useExplainMessenger();
  const refresh = useRefreshMessengers();
  return (
    <ConfirmDialog
      title={texts.disconnectQuestion(name)}
      label={texts.disconnectConfirm}
      isOpen={isOpen}
      onClose={onClose}
      send={() => api.messengers.disconnect({ params: { provider } })}
      onDone={() => {
        notify({ kind: 'done', text: texts.disconnected(name) });
        onDisconnected();
        void refresh();
      }}
      toFailure={explain}
    >
      {texts.disconnectLead}
    </ConfirmDialog>
  );
}
