import type { Chat } from '@parley/live';
import { useTexts } from '../../locales/locale.tsx';
import { PersonAvatar } from '../../ui/person/person-avatar.tsx';
import { ChannelIcon } from './channel-icon.tsx';
import { channelName } from './channel-name.ts';
import styles from './chat-avatar.module.css';

interface ChatAvatarProps {
  chat: Pick<Chat, 'channel' | 'contact_id'>;
  name: string | null;
  size?: number;
}

/** Who the chat is with, and at the corner its channel. */
export function ChatAvatar({ chat, name, size = 36 }: ChatAvatarProps) {
  const { chatActions } = useTexts();
  const channel = channelName(chat.channel, chatActions);
  return (
    <span className={styles.avatar}>
      <PersonAvatar name={name} id={chat.contact_id} size={size} />
      <span className={styles.badge} title={channel}>
        <ChannelIcon channel={chat.channel} size={11} stroke={2} role="img" aria-label={channel} />
      </span>
    </span>
  );
}
