import { ActionIcon } from '@mantine/core';
import { IconRocket, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { stepNames } from '../../features/first-steps/use-steps.ts';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import styles from './bar.module.css';

interface StepsProgressProps {
  /** Steps that are done. */
  count: number;
  onHide: () => void;
}

export function StepsProgress({ count, onHide }: StepsProgressProps) {
  const texts = useFirstStepsTexts();
  return (
    <aside className={styles.bar} aria-label={texts.title}>
      <IconRocket size={16} stroke={1.75} aria-hidden />
      <span>{texts.barProgress(count, stepNames.length)}</span>
      <Link to="/first-steps" className={styles.link}>
        {texts.continue}
      </Link>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.hide} onClick={onHide}>
        <IconX size={14} stroke={1.75} aria-hidden />
      </ActionIcon>
    </aside>
  );
}
