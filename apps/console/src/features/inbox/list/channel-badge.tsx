import { IconBrandTelegram, IconBrandVk, IconBrandWhatsapp, IconPlug, IconWorld } from '@tabler/icons-react';
import styles from './channel-badge.module.css';

const ICONS: Record<string, typeof IconWorld> = {
  service: IconWorld,
  tg: IconBrandTelegram,
  vk: IconBrandVk,
  wa: IconBrandWhatsapp,
};

/** The channel of a chat, at the corner of an avatar. */
export function ChannelBadge({ channel }: { channel: string }) {
  const Icon = ICONS[channel] ?? IconPlug;
  return (
    <span className={styles.badge}>
      <Icon size={11} stroke={2} aria-hidden />
    </span>
  );
}
