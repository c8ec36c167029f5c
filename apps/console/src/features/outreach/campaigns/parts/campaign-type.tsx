import type { CampaignType } from '@parley/contract';
import { IconBrowser, IconMail, type IconProps } from '@tabler/icons-react';

const ICONS = { email: IconMail, onsite: IconBrowser };

export function CampaignIcon({ type, ...props }: IconProps & { type: CampaignType }) {
  const Sign = ICONS[type];
  return <Sign {...props} />;
}
