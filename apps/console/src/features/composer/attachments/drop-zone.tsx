import type { Chat } from '@parley/live';
import { IconPaperclip } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../../locales/locale.tsx';
import { useBlocker } from '../draft/use-blocker.ts';
import { useDraft } from '../draft/use-draft.ts';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  chat: Chat;
  className?: string | undefined;
  children: ReactNode;
}

/** Attaches dropped files to the next message, unless none can be written. */
export function DropZone({ chat, className, children }: DropZoneProps) {
  const { composer: texts } = useTexts();
  const draft = useDraft(chat.id);
  const isShut = useBlocker(chat, draft) !== undefined;
  const [isOver, setOver] = useState(false);

  /** Keeps the browser from opening the file. */
  function hold(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return false;
    event.preventDefault();
    return !isShut;
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; the keys have the button with the clip
    <div
      className={[styles.zone, className].join(' ')}
      onDragOver={(event) => void (hold(event) && setOver(true))}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (hold(event)) draft.attach(event.dataTransfer.files);
      }}
    >
      {children}
      {isOver && (
        <div className={styles.sign}>
          <IconPaperclip size={24} stroke={1.75} aria-hidden />
          {texts.drop}
        </div>
      )}
    </div>
  );
}
