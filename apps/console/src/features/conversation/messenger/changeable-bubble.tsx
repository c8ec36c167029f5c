import type { Message } from '@parley/live';
import { type ReactNode, useRef, useState } from 'react';
import { canEditIn } from '../../../entities/chat/messengers.ts';
import { useLogFocus } from '../../../ui/keys/use-log-focus.ts';
import { MessageEditor } from './message-editor.tsx';
import { MessageMenu } from './message-menu.tsx';
import styles from './messenger.module.css';
import { RemoveMessage } from './remove-message.tsx';
import { useMessageEdit } from './use-message-edit.ts';
import type { ShowMessage } from './use-shown-message.ts';

interface ChangeableBubbleProps {
  message: Message;
  channel: string;
  onShow: ShowMessage;
  /** Of the menu, which shows itself with the message's other actions. */
  actionClass: string;
  /** The bubble. */
  children: ReactNode;
}

/** An own message that its messenger lets the agent edit or delete. */
export function ChangeableBubble({ message, channel, onShow, actionClass, children }: ChangeableBubbleProps) {
  const menu = useRef<HTMLButtonElement>(null);
  const [isRemoving, setRemoving] = useState(false);
  const line = useLogFocus<HTMLDivElement>({ hasDialog: isRemoving });
  const { editor, open, close, save } = useMessageEdit(message, channel, onShow);
  const backToMenu = () => menu.current?.focus();
  const showRemoved = () => onShow({ body: null, markdown: null, deleted_at: new Date().toISOString() });
  return (
    <div ref={line} className={styles.changeable}>
      <MessageMenu
        ref={menu}
        className={actionClass}
        onEdit={message.type === 'text' && canEditIn(channel) ? open : undefined}
        onRemove={() => {
          backToMenu();
          setRemoving(true);
        }}
      />
      {editor ? (
        <MessageEditor
          {...editor}
          onSave={(text) => {
            backToMenu();
            save(text);
          }}
          onCancel={() => {
            backToMenu();
            close();
          }}
        />
      ) : (
        children
      )}
      <RemoveMessage
        message={message}
        channel={channel}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        onDone={showRemoved}
      />
    </div>
  );
}
