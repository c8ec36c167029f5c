import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Only what is inside closes it, so that a stray click doesn't. */
  mustAnswer?: boolean;
  /** For what needs more room than a question. */
  isWide?: boolean;
  children: ReactNode;
}

/** A modal dialog. */
export function Dialog({ title, isOpen, onClose, mustAnswer = false, isWide = false, children }: DialogProps) {
  const texts = useTexts();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={isWide ? 760 : 480}
      centered
      withCloseButton={!mustAnswer}
      closeOnClickOutside={!mustAnswer}
      closeOnEscape={!mustAnswer}
      padding="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ content: styles.content ?? '', title: styles.title ?? '' }}
    >
      {children}
    </Modal>
  );
}
