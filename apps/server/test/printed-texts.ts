/** Texts that JSON escapes or that are easily escaped wrongly, and a quote for SQL. */
export const TEXTS = [
  'plain',
  '',
  '"quoted" \\ back/slash \' apostrophe',
  ...Array.from({ length: 31 }, (_, code) => `control ${String.fromCharCode(code + 1)} end`),
  'delete \x7f, C1 \x85, no-break \xa0, soft hyphen \xad',
  'Здравствуйте, 谢谢, こんにちは, مرحبا',
  'astral 🙂 👩‍👩‍👧 𝒳 \u{10ffff}',
  'separators \u2028 \u2029, mark \ufeff, private \ue000',
  '</script><!-- &lt; {"json": null} $1 %s',
  'x'.repeat(5_000),
];

/** Times with each number of digits after the point. */
export const TIMES = [
  '2026-03-01T12:00:00Z',
  '2026-03-01T12:00:00.5Z',
  '2026-03-01T12:00:00.05Z',
  '2026-03-01T12:00:00.12Z',
  '2026-03-01T12:00:00.009Z',
  '2026-03-01T12:00:00.123Z',
  '2026-03-01T12:00:00.1204Z',
  '2026-03-01T12:00:00.12345Z',
  '2026-12-31T23:59:59.999999Z',
  '2026-03-01T12:00:00.000001Z',
  '1969-12-31T23:59:59.99Z',
  '2000-02-29T00:00:00+05:30',
];

/** A value in SQL. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'object') return literal(JSON.stringify(value));
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

/** An INSERT of rows, whose columns may differ. */
export function insertOf(table: string, rows: Record<string, unknown>[]) {
  return rows
    .map((row) => {
      const values = Object.values(row).map(literal).join(', ');
      return `INSERT INTO ${table} (${Object.keys(row).join(', ')}) OVERRIDING SYSTEM VALUE VALUES (${values})`;
    })
    .join(';');
}
