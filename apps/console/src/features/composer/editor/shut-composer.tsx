import { Anchor } from '@mantine/core';
import { IconClockX, IconPlugX, type IconProps, IconUserOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { isManager, useSession } from '../../../data/session.ts';
import { useChannelName } from '../../../entities/chat/channel-name.ts';
import { useMessengerChatTexts } from '../../../locales/pages/messenger-chat.ts';
import type { Blocker } from '../draft/use-blocker.ts';
import styles from './shut-composer.module.css';

const ICONS: Record<Blocker, ComponentType<IconProps>> = {
  window_closed: IconClockX,
  blocked: IconUserOff,
  not_connected: IconPlugX,
};

/** In the place of the field: why the customer can't be written to, and what can be done. */
export function ShutComposer({ blocker, channel }: { blocker: Blocker; channel: string }) {
  const texts = useMessengerChatTexts();
  const messenger = useChannelName(channel);
  const canConnect = isManager(useSession());
  const { heading, lead } = texts.blockers[blocker];
  const Icon = ICONS[blocker];
  return (
    <div className={styles.shut}>
      <Icon size={20} stroke={1.75} aria-hidden className={styles.icon} />
      <div className={styles.words}>
        <strong className={styles.heading}>{heading(messenger)}</strong>
        <span>
          {lead(messenger)} {blocker === 'not_connected' && !canConnect && `${texts.askAdmin} `}
          {texts.notesWork}
        </span>
        {blocker === 'not_connected' && canConnect && (
          <Anchor renderRoot={(props) => <Link to="/settings/messengers" {...props} />}>{texts.openSettings}</Anchor>
        )}
      </div>
    </div>
  );
}
