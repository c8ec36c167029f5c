import type { contactList as en } from '../en/contact-list.ts';

export const contactList: typeof en = {
  view: 'Столбцы и порядок',
  sort: 'Порядок',
  sortOfSearch: 'При поиске сначала новые',
  sorts: {
    created: 'Сначала новые',
    name: 'По имени',
    last_seen: 'По последнему визиту',
    last_chat: 'По последнему диалогу',
  },
  columnsLabel: 'Столбцы',
  columns: {
    email: 'Почта',
    phone: 'Телефон',
    tags: 'Теги',
    notes: 'Заметки',
    lastSeen: 'Последний визит',
    lastChat: 'Последний диалог',
    created: 'Создан',
  },
};
