import { UnstyledButton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { letters } from '../../../ui/keys/letters.ts';
import { type Mode, modes } from '../draft/draft-storage.ts';
import styles from './mode-switch.module.css';

/** To the visitor, or for colleagues alone. */
export function ModeSwitch({ mode, onTurn }: { mode: Mode; onTurn: (mode: Mode) => void }) {
  const { composer: texts } = useTexts();
  return (
    <fieldset className={styles.switch} aria-label={texts.modesLabel}>
      {modes.map((each) => (
        <UnstyledButton
          key={each}
          className={styles.option}
          data-mode={each}
          aria-pressed={each === mode}
          aria-keyshortcuts={letters[each]}
          onClick={() => onTurn(each)}
        >
          {each === 'note' && <IconLock size={14} stroke={1.75} aria-hidden />}
          {texts.modes[each]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
