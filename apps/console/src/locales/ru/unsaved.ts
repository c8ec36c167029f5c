import type { unsaved as en } from '../en/unsaved.ts';

export const unsaved: typeof en = {
  save: 'Сохранить',
  discard: 'Отменить',
  unsaved: 'Есть несохранённые изменения',
  leave: 'Уйти без сохранения?',
  leaveLead: 'Изменения не сохранены и пропадут.',
  leaveAnyway: 'Уйти',
};
