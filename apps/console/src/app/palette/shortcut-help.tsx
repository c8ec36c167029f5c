import { Kbd } from '@mantine/core';
import { useTexts } from '../../locales/locale.tsx';
import { letters } from '../../ui/keys/letters.ts';
import { Dialog } from '../../ui/layout/dialog.tsx';
import styles from './shortcut-help.module.css';

const SHEET = [
  ['next', ['j']],
  ['previous', ['k']],
  ['open', ['Enter']],
  ['reply', [letters.reply]],
  ['note', [letters.note]],
  ['close', [letters.close]],
  ['snooze', [letters.snooze]],
  ['assign', [letters.assign]],
  ['tag', [letters.tag]],
  ['unread', [letters.unread]],
  ['phrases', ['/']],
  ['send', ['Enter']],
  ['sendAndDone', ['Ctrl', 'Shift', 'Enter']],
  ['line', ['Shift', 'Enter']],
  ['leave', ['Esc']],
  ['palette', ['Ctrl', 'K']],
  ['sheet', ['?']],
] as const;

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

/** All keyboard shortcuts. */
export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { keys } = useTexts();
  return (
    <Dialog title={keys.heading} isOpen={isOpen} onClose={onClose}>
      <dl className={styles.sheet}>
        {SHEET.map(([name, combination]) => (
          <div key={name} className={styles.line}>
            <dt>{keys.names[name]}</dt>
            <dd className={styles.keys}>
              {combination.map((key) => (
                <Kbd key={key}>{key === 'Ctrl' && isApple ? '⌘' : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
