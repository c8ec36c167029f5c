import type { sampleData as en } from '../en/sample-data.ts';

export const sampleData: typeof en = {
  title: 'Примеры данных',
  present: 'В аккаунте есть примеры данных.',
  remove: 'Убрать примеры',
  removeTitle: 'Убрать примеры?',
  removeLead:
    'Диалоги, контакты, оценки и сотрудники из примеров удалятся вместе с тем, что вы там написали. Остальное не изменится.',
};
