// Contacts of a widget, created in the database itself: a million in a minute or two.
import type { Client } from 'pg';

const FIRST = {
  latin: ['Anna', 'Boris', 'Clara', 'David', 'Emma', 'Felix', 'Grace', 'Hugo', 'Irene', 'Jonas', 'Kate', 'Liam'],
  cyrillic: ['Анна', 'Борис', 'Вера', 'Глеб', 'Дарья', 'Егор', 'Жанна', 'Захар', 'Ирина', 'Кирилл', 'Лидия', 'Максим'],
  cjk: ['美咲', '太郎', '花子', '健一', '伟', '芳', '娜', '秀英', '敏', '静', '丽', '强'],
};
const LAST = {
  latin: ['Miller', 'Novak', 'Schmidt', 'Rossi', 'Dubois', 'Garcia', 'Jensen', 'Kowalski', 'Silva', 'Evans'],
  cyrillic: ['Иванов', 'Смирнов', 'Кузнецов', 'Попов', 'Соколов', 'Лебедев', 'Козлов', 'Новиков', 'Морозов', 'Волков'],
  cjk: ['田中', '佐藤', '鈴木', '高橋', '王', '李', '张', '刘', '陈', '杨'],
};

/** Search terms: in a tenth of all, in one of a hundred thousand, in none. */
export const WORDS = {
  common: { latin: ['mi', 'mil'], cyrillic: ['см', 'сми'], cjk: ['田中', '田中 '] },
  rare: { latin: ['qz', 'qzx'], cyrillic: ['щъ', 'щъы'], cjk: ['龘龗', '龘龗鱻'] },
  absent: { latin: ['wq', 'wqj'], cyrillic: ['ьё', 'ьёъ'], cjk: ['囍囍', '囍囍囍'] },
};

const EVERY_RARE = 100_000;

const pick = (list: string[], by: string) =>
  `(ARRAY[${list.map((word) => `'${word}'`).join(',')}])[1 + ${by} % ${list.length}]`;
const names = (script: keyof typeof FIRST) =>
  `${pick(LAST[script], 'i / 7')} || ' ' || ${pick(FIRST[script], 'i / 3')}`;

/** Indexes other than primary keys are built after the load. */
export async function loadContacts(client: Client, widgetId: number, count: number) {
  const { rows } = await client.query(
    "SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE indexname IN ('contacts_search', 'contacts_created')",
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await client.query(`
    INSERT INTO contacts (widget_id, guid, name, email, phone, created_at, updated_at)
    SELECT ${widgetId}, md5('${widgetId}' || i),
      CASE i % 5 WHEN 0 THEN ${names('cjk')} WHEN 1 THEN ${names('latin')} WHEN 2 THEN ${names('latin')} ELSE ${names('cyrillic')} END
        || CASE i % ${EVERY_RARE} WHEN 11 THEN ' qzx' WHEN 13 THEN ' щъы' WHEN 17 THEN ' 龘龗鱻' ELSE '' END,
      'client' || i || '@example.com', '+7900' || lpad(i::text, 7, '0'),
      now() - make_interval(secs => ${count} - i), now()
    FROM generate_series(1, ${count}) AS i`);
  await client.query("SET maintenance_work_mem = '512MB'");
  for (const { definition } of rows) await client.query(definition);
  await client.query('VACUUM ANALYZE contacts');
}
