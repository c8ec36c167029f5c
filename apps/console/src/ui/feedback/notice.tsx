import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react';
import { useTexts } from '../../locales/locale.tsx';
import styles from './notice.module.css';

interface Notice {
  kind: 'done' | 'failed';
  text: string;
  /** For example undo. */
  action?: { label: string; run: () => void };
}

const VISIBLE_MS = 6_000;
/** Longer with an action, to leave time to decide. */
const VISIBLE_WITH_ACTION_MS = 12_000;
const ICONS = { done: IconCircleCheck, failed: IconAlertCircle };

const NoticeContext = createContext<(notice: Notice) => void>(() => undefined);

/** Shows a toast. One at a time. */
export function useNotice() {
  return use(NoticeContext);
}

export function NoticeProvider({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>();
  const close = useCallback(() => setNotice(undefined), []);
  return (
    <NoticeContext value={setNotice}>
      {children}
      <div role="status" className={styles.place}>
        {notice && <Message notice={notice} onClose={close} />}
      </div>
    </NoticeContext>
  );
}

function Message({ notice, onClose }: { notice: Notice; onClose: () => void }) {
  const texts = useTexts();
  const { kind, text, action } = notice;
  const Icon = ICONS[kind];
  // Failures stay until dismissed.
  useEffect(() => {
    if (notice.kind === 'failed') return;
    const timer = setTimeout(onClose, notice.action ? VISIBLE_WITH_ACTION_MS : VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [notice, onClose]);
  return (
    <div className={styles.notice} data-kind={kind}>
      <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
      <span className={styles.text}>{text}</span>
      {action && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.action ?? ''}
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={texts.close} onClick={onClose}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </div>
  );
}
