import {
  IconBrandApple,
  IconBrandMessenger,
  IconBrandOkRu,
  IconBrandTelegram,
  IconBrandViber,
  IconBrandVk,
  IconBrandWhatsapp,
  IconHome,
  IconMessageCircle,
  IconPlug,
  type IconProps,
  IconShoppingBag,
  IconTag,
  IconTicket,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

const ICONS: Record<string, ComponentType<IconProps>> = {
  internal: IconUsersGroup,
  service: IconWorld,
  tg: IconBrandTelegram,
  vk: SolidVk,
  wa: IconBrandWhatsapp,
  vb: IconBrandViber,
  fb: IconBrandMessenger,
  ok: IconBrandOkRu,
  mx: IconMessageCircle,
  cian: IconHome,
  ali: IconShoppingBag,
  apple: IconBrandApple,
  api_ticket: IconTicket,
};

/** Its outline can't be told from a blot at this size. */
function SolidVk(props: IconProps) {
  return <IconBrandVk {...props} fill="currentColor" stroke={0} />;
}

/** The sign of a channel. Kinds that an account can have several of end in a number. */
export function ChannelIcon({ channel, ...props }: IconProps & { channel: string }) {
  const Icon = channel.startsWith('av__') ? IconTag : (ICONS[channel] ?? IconPlug);
  return <Icon {...props} />;
}
