import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChecks, IconChevronDown, IconPlayerStop, IconSend2 } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { type Draft, isSendable } from '../draft/draft.ts';
import { useDraftState } from '../draft/use-draft.ts';
import styles from './send-button.module.css';

interface SendButtonProps {
  draft: Draft;
  /** Offers to close the chat with the message. */
  canClose: boolean;
  onSubmit: (isLast: boolean) => void;
}

/** Never disabled, because a disabled button loses the focus. While uploads are pending it cancels sending. */
export function SendButton({ draft, canClose, onSubmit }: SendButtonProps) {
  const { composer: texts } = useTexts();
  const mode = useDraftState(draft, (state) => state.mode);
  const isReady = useDraftState(draft, isSendable);
  const isWaiting = useDraftState(draft, (state) => state.isWaiting[state.mode]);
  const Sign = isWaiting ? IconPlayerStop : IconSend2;
  const shared = { mod: { mode }, 'aria-disabled': !isReady } as const;
  return (
    <Button.Group className={styles.group ?? ''}>
      <Button
        {...shared}
        size="xs"
        className={styles.button}
        leftSection={<Sign size={16} stroke={1.75} aria-hidden className="mantine-rotate-rtl" />}
        onMouseDown={(event) => event.preventDefault()}
        onClick={isWaiting ? draft.resume : () => onSubmit(false)}
      >
        {isWaiting ? texts.stopWaiting : texts.send[mode]}
      </Button>
      {canClose && (
        <Menu position="top-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon {...shared} size={30} className={styles.more} aria-label={texts.moreWays}>
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconChecks size={18} stroke={1.75} aria-hidden />}
              rightSection={<span className={styles.keys}>{isApple ? '⌘⇧↵' : 'Ctrl ⇧ ↵'}</span>}
              onClick={() => onSubmit(true)}
            >
              {texts.sendAndDone[mode]}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Button.Group>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform);
