import type { outreach as en } from '../en/outreach.ts';

export const outreach: typeof en = {
  pages: { broadcasts: 'Рассылки', campaigns: 'Кампании', invitations: 'Приглашения', suppressions: 'Стоп-лист' },
};
