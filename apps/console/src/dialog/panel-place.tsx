import { Drawer } from '@mantine/core';
import type { Chat } from '@parley/live';
import { useTexts } from '../locales/locale.tsx';
import { ContactPanel } from '../panel/contact-panel.tsx';
import { Pane } from '../shell/pane.tsx';
import styles from './panel-place.module.css';

interface PanelPlaceProps {
  chat: Chat;
  isBeside: boolean;
  isOpen: boolean;
  onClose: () => void;
}

/** Beside the dialog where there is room, over it where there is not. */
export function PanelPlace({ chat, isBeside, isOpen, onClose }: PanelPlaceProps) {
  const { panel: texts, close } = useTexts();
  const panel = (
    <Pane>
      <ContactPanel chat={chat} />
    </Pane>
  );
  if (isBeside) {
    return (
      <aside className={styles.panel} aria-label={texts.label}>
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
      title={texts.label}
      closeButtonProps={{ 'aria-label': close }}
      classNames={{ header: styles.header ?? '' }}
    >
      {panel}
    </Drawer>
  );
}
