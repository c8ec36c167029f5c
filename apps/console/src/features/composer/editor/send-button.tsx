import { Button } from '@mantine/core';
import { IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { type Draft, isSendable } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './send-button.module.css';

/** Never disabled, because a disabled button loses the focus. While uploads are pending it cancels sending. */
export function SendButton({ draft, onSubmit }: { draft: Draft; onSubmit: () => void }) {
  const { composer: texts } = useTexts();
  const mode = useDraftState(draft, (state) => state.mode);
  const isReady = useDraftState(draft, isSendable);
  const isWaiting = useDraftState(draft, (state) => state.isWaiting && state.mode === 'reply');
  const Sign = isWaiting ? IconPlayerStop : IconSend2;
  return (
    <Button
      size="xs"
      className={styles.button}
      mod={{ mode }}
      aria-disabled={!isReady}
      leftSection={<Sign size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isWaiting ? draft.resume : onSubmit}
    >
      {isWaiting ? texts.stopWaiting : texts.send[mode]}
    </Button>
  );
}
