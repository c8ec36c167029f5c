import { UnstyledButton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { letters } from '../../../ui/keys/letters.ts';
import { type Mode, modes } from '../draft/draft-storage.ts';
import styles from './mode-switch.module.css';

interface ModeSwitchProps {
  mode: Mode;
  isInternal: boolean;
  onModeChange: (mode: Mode) => void;
}

/** Reply or note. */
export function ModeSwitch({ mode, isInternal, onModeChange }: ModeSwitchProps) {
  const { composer } = useTexts();
  const texts = isInternal ? composer.internal : composer;
  return (
    <fieldset className={styles.switch} aria-label={texts.modesLabel}>
      {modes.map((each) => (
        <UnstyledButton
          key={each}
          className={styles.option}
          data-mode={each}
          aria-pressed={each === mode}
          aria-keyshortcuts={letters[each]}
          onClick={() => onModeChange(each)}
        >
          {each === 'note' && !isInternal && <IconLock size={14} stroke={1.75} aria-hidden />}
          {texts.modes[each]}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
