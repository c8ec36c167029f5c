import {
  type Icon,
  IconBolt,
  IconDeviceMobileMessage,
  IconHome,
  IconMessageCircle,
  IconMoodSmile,
  IconPhone,
  IconPhoneCall,
  IconPlug,
  IconSend,
  IconShoppingBag,
  IconTag,
  IconUsers,
} from '@tabler/icons-react';
import type { Place } from '../model/providers.ts';
import styles from './glyph.module.css';

// Neutral drawings: the marks of messengers are trademarks.
const ICONS: Record<Place, Icon> = {
  tg: IconSend,
  vk: IconUsers,
  wa: IconPhone,
  vb: IconPhoneCall,
  fb: IconBolt,
  ok: IconMoodSmile,
  mx: IconMessageCircle,
  avito: IconTag,
  cian: IconHome,
  ali: IconShoppingBag,
  apple: IconDeviceMobileMessage,
  custom: IconPlug,
};

/** The mark of a messenger, beside its name. */
export function Glyph({ place }: { place: Place }) {
  const Sign = ICONS[place];
  return (
    <span className={styles.glyph} data-place={place} aria-hidden>
      <Sign size={22} stroke={1.75} />
    </span>
  );
}
