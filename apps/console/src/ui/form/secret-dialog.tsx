import { Button, Group, Text } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { CopyableCode } from '../controls/copyable-code.tsx';
import { Dialog } from '../layout/dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** Why it has to be copied now. */
  lead: string;
  /** Names the secret. */
  label: string;
  done: string;
  /** Only in the state of the component that got it: never in a cache, a store or the address. */
  secret: string | undefined;
  /** Must drop the secret. */
  onClose: () => void;
}

/** Shows a secret once. */
export function SecretDialog({ title, lead, label, done, secret, onClose }: SecretDialogProps) {
  const drop = useEffectEvent(() => flushSync(onClose));
  const isOpen = secret !== undefined;
  // A browser may keep the page as it is and show it again on "back".
  useEffect(() => {
    if (!isOpen) return;
    addEventListener('pagehide', drop);
    return () => removeEventListener('pagehide', drop);
  }, [isOpen]);
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} mustAnswer>
      <Text>{lead}</Text>
      {secret !== undefined && <CopyableCode label={label}>{secret}</CopyableCode>}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {done}
        </Button>
      </Group>
    </Dialog>
  );
}
