import type { savedViews as en } from '../en/saved-views.ts';

export const savedViews: typeof en = {
  heading: 'Сохранённые списки',
  name: 'Название',
  lead: 'Сохранит текущий список и фильтры. Видно только вам.',
  isTaken: 'Список с таким названием уже есть.',
  isSaved: (name) => `Текущие фильтры сохранены как «${name}». Чтобы сохранить другие, сначала выберите их в списке.`,
  full: (limit) => `У вас уже ${limit} сохранённых списков. Чтобы добавить новый, удалите один из них.`,
  save: 'Сохранить',
  rename: (name) => `Переименовать: ${name}`,
  up: (name) => `Поднять: ${name}`,
  down: (name) => `Опустить: ${name}`,
  remove: (name) => `Удалить: ${name}`,
};
