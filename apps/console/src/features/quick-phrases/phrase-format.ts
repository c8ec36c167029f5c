import type { ImportFormat } from '../../ui/import/import-format.ts';

/** The columns of `POST /v1/quick-phrases/import`. */
export const phraseFormat: ImportFormat = {
  maxRows: 1_000,
  hasAttributes: false,
  fields: [
    {
      key: 'name',
      aliases: ['name', 'title', 'shortcut', 'short code', 'название', 'имя', 'заголовок', 'сокращение', 'ключ'],
    },
    {
      key: 'phrase',
      aliases: [
        ...['phrase', 'text', 'message', 'content', 'body', 'reply', 'response', 'template'],
        ...['фраза', 'текст', 'сообщение', 'ответ', 'шаблон', 'текст фразы', 'текст ответа'],
      ],
    },
    {
      key: 'agent',
      aliases: [
        ...['agent', 'agent email', 'owner', 'author', 'operator', 'email', 'e mail'],
        ...['агент', 'оператор', 'сотрудник', 'автор', 'чья', 'почта'],
      ],
    },
    { key: 'id', aliases: ['id', 'phrase id', 'id фразы'] },
  ],
  isEnough: (keys) => keys.has('phrase') && (keys.has('name') || keys.has('id')),
  toColumns: (cells) => Object.fromEntries(cells),
};
