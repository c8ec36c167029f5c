import { HIDDEN, scrub } from '@parley/content/personal-data';
import fc from 'fast-check';
import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { NOBODYS, PERSONAL } from '../../../test/personal-data.ts';
import { scrubMarked } from './scrub-marked.ts';

/** Text before and after personal data. */
const PLACES: [string, string][] = [
  ['', ''],
  ['Мой номер: ', ', звоните после шести'],
  ['Call me at ', ' tomorrow, please.'],
  ['(', ')'],
  ['«', '»'],
  ['запишите:', '!'],
  ['— ', '.'],
  ['<b>', '</b>'],
  ['"', '"'],
  ['Первая строка\n', '\nтретья строка'],
  ['это ', '?Жду'],
];

describe('personal data is hidden in any context, and the text around it is kept', () => {
  test.each(PERSONAL)('%s', (personal) => {
    const texts = PLACES.map(([before, after]) => [before, personal, after].join(''));
    expect(texts.map(scrub)).toEqual(PLACES.map(([before, after]) => [before, HIDDEN, after].join('')));
  });
});

describe('personal data in sentences is hidden', () => {
  test.each([
    ['Звоните +7 916 123-45-67 или 8 (495) 765-43-21.', `Звоните ${HIDDEN} или ${HIDDEN}.`],
    ['89161234567,89167654321', `${HIDDEN},${HIDDEN}`],
    ['89161234567/89167654321', `${HIDDEN}/${HIDDEN}`],
    ['8 916 123 45 67,8 916 765 43 21', `${HIDDEN},${HIDDEN}`],
    ['+79161234567+79167654321', `${HIDDEN}${HIDDEN}`],
    ['+7 916 123-45-67 89167654321', `${HIDDEN} ${HIDDEN}`],
    ['89161234567;ivan@example.com;4111 1111 1111 1111', `${HIDDEN};${HIDDEN};${HIDDEN}`],
    ['ivan@example.com,petr@example.com', `${HIDDEN},${HIDDEN}`],
    ['Иван Петров <ivan@example.com>', `Иван Петров <${HIDDEN}>`],
    ['mailto:ivan@example.com?subject=hi', `mailto:${HIDDEN}?subject=hi`],
    ['tel:+79161234567', `tel:${HIDDEN}`],
    ['тел.89161234567.', `тел.${HIDDEN}.`],
    ['тел+79161234567', `тел${HIDDEN}`],
    ['тел-89161234567', `тел-${HIDDEN}`],
    ['тел(495)123-45-67', `тел${HIDDEN}`],
    ['+79161234567Иван', `${HIDDEN}Иван`],
    ['89161234567.Жду звонка', `${HIDDEN}.Жду звонка`],
    ['89161234567-Иван', `${HIDDEN}-Иван`],
    ['89161234567 - Иван', `${HIDDEN} - Иван`],
    ['+7 916 123-45-67 доб. 12', `${HIDDEN} доб. 12`],
    ['+7 916 123-45-67 5 штук', `${HIDDEN} 5 штук`],
    ['+7 916 123-45-67 16.11.2026 в 10:30', `${HIDDEN} 16.11.2026 в 10:30`],
    ['16.11.2026 8 916 123-45-67', `16.11.2026 ${HIDDEN}`],
    ['в 12:00 8 916 123-45-67', `в 12:00 ${HIDDEN}`],
    ['карта 4111 1111 1111 1111 12/28', `карта ${HIDDEN} 12/28`],
    ['Заказ ORD-20261116-0042, тел. 89161234567', `Заказ ORD-20261116-0042, тел. ${HIDDEN}`],
    ['https://shop.example.com/p/10023455 89161234567', `https://shop.example.com/p/10023455 ${HIDDEN}`],
    ['<a href="https://example.com">+79161234567</a>', `<a href="https://example.com">${HIDDEN}</a>`],
    ['https://wa.me/79161234567', `https://wa.me/${HIDDEN}`],
    ['wa.me/79161234567?text=hi', `wa.me/${HIDDEN}?text=hi`],
    ['t.me/+79161234567', `t.me/${HIDDEN}`],
    ['https://example.com/?email=ivan@example.com', `https://example.com/?email=${HIDDEN}`],
    ['{"phone":"+79161234567","id":42}', `{"phone":"${HIDDEN}","id":42}`],
  ])('%s', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed);
  });
});

describe('text that is not personal data is unchanged', () => {
  test.each(NOBODYS)('%s', (text) => {
    const texts = [
      text,
      `Это ${text}, верно?`,
      `Это ${text} и всё`,
      `(${text})`,
      `It is ${text}.`,
      `«${text}»\n${text}`,
    ];
    expect(texts.map(scrub)).toEqual(texts);
  });
});

const NASTY = [
  ...['1', '12 ', '1-', '1.', '1 - ', '+', '+1', '+1 ', '+7 9', '(', '(1', '(123)', ')1(', '8 ', '8-9', '00', '00 1 '],
  ...[
    '@',
    'a@',
    'a@a.',
    '@a.',
    '@a.ru ',
    'a@a.a',
    'a.',
    'a-',
    'я@я.',
    '1@1.',
    ' ',
    '\u00a0',
    '1\u00a0',
    '1.1',
    '1,',
    '1:',
    '- 1',
  ],
  ...[
    'http',
    'https://',
    'https:// ',
    'wa.me/',
    'wa.me/+',
    '1234 ',
    '1234-',
    '123 456 ',
    '2026-',
    '2026-11-',
    '1 000 ',
  ],
  ...[
    '89161234567',
    '89161234567,',
    '89161234567a',
    '+7 916 123-45-67 ',
    'a@a.ru ',
    '255.',
    '1234-1234-',
    'abcdef12-',
    '🙂',
    '\ud83d',
  ],
];

/** CPU time in milliseconds, which other processes do not affect. */
function timeOf(text: string) {
  const before = process.threadCpuUsage();
  scrub(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

const SLACK_MS = 30;

/** How much longer a text takes than ten times its quarter: the least of three runs, as one may be disturbed. */
function excessOf(text: string) {
  let least = Number.POSITIVE_INFINITY;
  for (let measured = 0; measured < 3 && least > SLACK_MS; measured += 1) {
    least = Math.min(least, timeOf(text) - 10 * timeOf(text.slice(0, text.length / 4)));
  }
  return least;
}

/** The short one first: superlinear time shows there before it takes minutes. */
const LENGTHS = [2 ** 14, 2 ** 18];

describe('scrubbing time is about linear in the length of the text', () => {
  test.each(NASTY)('%j repeated', (piece) => {
    for (const length of LENGTHS) expect(excessOf(piece.repeat(length / piece.length))).toBeLessThan(SLACK_MS);
  });
});

/** Random texts that may contain phone numbers and e-mail addresses. */
const nearlyPersonal = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'0123456789',
        ...' .-()+,:/@_',
        '\u00a0',
        'a',
        'Я',
        'A-',
        '00',
        '+7',
        '8',
        '916',
        '2026',
        '.ru',
        '\n',
      ),
      fc.constantFrom(...PERSONAL),
      fc.constantFrom(...NOBODYS),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    ),
    { maxLength: 24 },
  )
  .map((pieces) => pieces.join(''));

test('scrubbing is idempotent', () => {
  const property = fc.property(nearlyPersonal, (text) => {
    const once = scrub(text);
    expect(scrub(once)).toBe(once);
  });
  fc.assert(property, { numRuns: 5_000 });
});

test('a text without digits or @ is unchanged', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 }).map((any) => any.replace(/[\d@]/g, '+'));
  const property = fc.property(text, (plain) => scrub(plain) === plain);
  fc.assert(property, { numRuns: 2_000 });
});

describe('scrubbing by schema', () => {
  const human = Type.Unsafe<string | null>({ type: ['string', 'null'], isHumanText: true });
  const Body = Type.Object({
    id: Type.String(),
    url: Type.String(),
    name: human,
    nobody: human,
    tags: Type.Array(Type.Object({ id: Type.String(), title: human })),
    words: Type.Array(human),
    agent: Type.Unsafe({ ...Type.Object({ phone: human, number: Type.String() }), type: ['object', 'null'] }),
    count: Type.Integer(),
  });
  const value = {
    id: '89161234567',
    url: 'https://example.com/ivan@example.com',
    name: 'Иван, 89161234567',
    nobody: null,
    tags: [{ id: '89161234567', title: '89161234567' }],
    words: ['ivan@example.com', 'слово'],
    agent: { phone: '+7 916 123-45-67', number: '4111111111111111' },
    count: 89161234567,
    unknown: { name: '89161234567' },
  };

  test('only fields that the schema marks are scrubbed, at every depth', () => {
    expect(scrubMarked(Body, value)).toEqual({
      ...value,
      name: `Иван, ${HIDDEN}`,
      tags: [{ id: '89161234567', title: HIDDEN }],
      words: [HIDDEN, 'слово'],
      agent: { phone: HIDDEN, number: '4111111111111111' },
    });
  });

  test('the input value is not modified', () => {
    const before = structuredClone(value);
    scrubMarked(Body, value);
    expect(value).toEqual(before);
  });
});
