import { Button } from '@mantine/core';
import { IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { isSendable, type Sheet } from '../draft/draft.ts';
import { useSheetPart } from '../draft/use-draft.ts';
import styles from './send-button.module.css';

/** Never disabled, since a disabled button drops the focus. While files are awaited it goes back to writing. */
export function SendButton({ sheet, onSubmit }: { sheet: Sheet; onSubmit: () => void }) {
  const { composer: texts } = useTexts();
  const mode = useSheetPart(sheet, (state) => state.mode);
  const isReady = useSheetPart(sheet, isSendable);
  const isWaiting = useSheetPart(sheet, (state) => state.isWaiting && state.mode === 'reply');
  const Sign = isWaiting ? IconPlayerStop : IconSend2;
  return (
    <Button
      size="xs"
      className={styles.button}
      mod={{ mode }}
      aria-disabled={!isReady}
      leftSection={<Sign size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isWaiting ? sheet.resume : onSubmit}
    >
      {isWaiting ? texts.stopWaiting : texts.send[mode]}
    </Button>
  );
}
