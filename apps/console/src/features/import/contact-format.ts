import type { ImportFormat } from '../../ui/import/import-format.ts';

/** The columns of `POST /v1/contacts/import`; a last name is added to the name. */
export const contactFormat: ImportFormat = {
  maxRows: 10_000,
  hasAttributes: true,
  fields: [
    {
      key: 'name',
      aliases: [
        ...['name', 'full name', 'first name', 'given name', 'contact', 'contact name', 'customer', 'customer name'],
        ...[
          'client',
          'client name',
          'имя',
          'имя клиента',
          'фио',
          'ф и о',
          'имя и фамилия',
          'фамилия имя',
          'полное имя',
        ],
        ...['контакт', 'клиент', 'покупатель'],
      ],
    },
    { key: 'surname', aliases: ['last name', 'surname', 'family name', 'second name', 'фамилия'] },
    {
      key: 'email',
      aliases: [
        ...['email', 'e mail', 'mail', 'email address', 'e mail address', 'contact email'],
        ...['почта', 'эл почта', 'электронная почта', 'адрес почты', 'имейл', 'мейл', 'емейл'],
      ],
    },
    {
      key: 'phone',
      aliases: [
        ...['phone', 'phone number', 'telephone', 'tel', 'mobile', 'mobile phone', 'cell'],
        ...['телефон', 'тел', 'номер телефона', 'номер', 'мобильный', 'мобильный телефон', 'сотовый'],
      ],
    },
    {
      key: 'description',
      aliases: [
        'description',
        'notes',
        'note',
        'comment',
        'описание',
        'заметки',
        'заметка',
        'комментарий',
        'примечание',
      ],
    },
    { key: 'tags', aliases: ['tags', 'tag', 'labels', 'теги', 'тег', 'метки', 'метка'] },
    { key: 'id', aliases: ['id', 'contact id', 'id контакта'] },
    { key: 'blocked', aliases: ['blocked', 'заблокирован'] },
    {
      key: 'email_consent',
      aliases: ['email consent', 'marketing consent', 'subscribed', 'согласие на рассылку', 'подписан'],
    },
    { key: 'attributes', aliases: ['attributes', 'атрибуты'] },
  ],
  isEnough: (keys) => ['name', 'surname', 'email', 'phone'].some((key) => keys.has(key)),
  toColumns: (cells, attributes) => {
    const { name = '', surname = '', attributes: json, ...columns } = Object.fromEntries(cells);
    const hasName = cells.has('name') || cells.has('surname');
    const hasAttributes = json !== undefined || attributes.size > 0;
    return {
      ...columns,
      ...(hasName && { name: [name.trim(), surname.trim()].filter(Boolean).join(' ') }),
      ...(hasAttributes && { attributes: mergeAttributes(json ?? '', attributes) }),
    };
  },
};

/** Adds columns to the JSON of a row. JSON that can't be read stays, for the server to refuse. */
function mergeAttributes(json: string, attributes: ReadonlyMap<string, string>) {
  const added = [...attributes].flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : []));
  if (!added.length) return json;
  try {
    return JSON.stringify({ ...JSON.parse(json || '{}'), ...Object.fromEntries(added) });
  } catch {
    return json;
  }
}
