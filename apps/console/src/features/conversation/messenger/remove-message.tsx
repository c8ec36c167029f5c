import { Text } from '@mantine/core';
import type { Message } from '@parley/live';
import { api } from '../../../data/api.ts';
import { useChannelName } from '../../../entities/chat/channel-name.ts';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import { ConfirmDialog } from '../../../ui/form/confirm-dialog.tsx';
import { useChangeFailure } from './use-change-failure.ts';

interface RemoveMessageProps {
  message: Message;
  channel: string;
  isOpen: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Asks for confirmation: the customer loses the message too. */
export function RemoveMessage({ message: { id, chat_id }, channel, ...dialog }: RemoveMessageProps) {
  const texts = useMessengerChatTexts();
  const messenger = useChannelName(channel);
  const explain = useChangeFailure(channel);
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.removeHeading}
      label={texts.removeConfirm}
      send={() => api.messages.remove({ params: { id: chat_id, message_id: id } })}
      toFailure={explain}
    >
      <Text>{texts.removeLead(messenger)}</Text>
    </ConfirmDialog>
  );
}
