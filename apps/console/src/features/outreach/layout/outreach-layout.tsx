// Few other pages have this control.
import '@mantine/core/styles/NumberInput.layer.css';
import { type Icon, IconMessageHeart, IconMessages, IconSpeakerphone, IconUserOff } from '@tabler/icons-react';
import { useTexts } from '../../../locales/locale.tsx';
import { useOutreachTexts } from '../../../locales/pages/outreach.ts';
import { MenuLayout } from '../../../ui/layout/menu-layout.tsx';
import { type OutreachPage, outreachPages } from './outreach-pages.ts';

const ICONS: Record<OutreachPage, Icon> = {
  broadcasts: IconMessages,
  campaigns: IconSpeakerphone,
  invitations: IconMessageHeart,
  suppressions: IconUserOff,
};

/** What goes out to many people. */
export function OutreachLayout() {
  const { sections } = useTexts();
  const { pages } = useOutreachTexts();
  return (
    <MenuLayout
      label={sections.outreach}
      pages={outreachPages.map(([key, to]) => ({ to, icon: ICONS[key], name: pages[key] }))}
    />
  );
}
