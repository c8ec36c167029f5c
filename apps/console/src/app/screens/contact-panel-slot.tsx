import { Drawer } from '@mantine/core';
import type { Chat } from '@parley/live';
import { ContactPanel } from '../../features/contact-panel/contact-panel.tsx';
import { useTexts } from '../../locales/locale.tsx';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import styles from './contact-panel-slot.module.css';

interface ContactPanelSlotProps {
  chat: Chat;
  isBeside: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Beside the chat on wide screens, in a drawer on narrow ones. */
export function ContactPanelSlot({ chat, isBeside, isOpen, onClose }: ContactPanelSlotProps) {
  const { panel: texts, close } = useTexts();
  const label = chat.is_internal ? texts.internalLabel : texts.label;
  const panel = (
    <ErrorBoundary>
      <ContactPanel chat={chat} />
    </ErrorBoundary>
  );
  if (isBeside) {
    return (
      <aside className={styles.panel} aria-label={label}>
        {panel}
      </aside>
    );
  }
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={340}
      padding={0}
      title={label}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ header: styles.header ?? '' }}
    >
      {panel}
    </Drawer>
  );
}
