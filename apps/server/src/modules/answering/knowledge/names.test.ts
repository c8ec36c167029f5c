import { expect, test } from 'vitest';
import { packTexts } from '../../../../test/hostile-texts.ts';
import { citedIn, nameTexts, withoutMarks, withoutNames } from './names.ts';

const answers: [answer: string, shown: string, cited: number[]][] = [
  ['We open at nine [K1].', 'We open at nine.', [0]],
  ['We open at nine. [K1]', 'We open at nine.', [0]],
  ['Nine[K1][K3] to six [K2].', 'Nine to six.', [0, 2, 1]],
  ['Nine [K1, K2].', 'Nine.', [0, 1]],
  ['Nine [K1; K2], or ten [K1/K3].', 'Nine, or ten.', [0, 1, 2]],
  ['Nine [K1], [K2].', 'Nine.', [0, 1]],
  ['我们九点开门【K1】。', '我们九点开门。', [0]],
  ['Мы открываемся в девять [К2].', 'Мы открываемся в девять.', [1]],
  ['[K1] We open at nine.\n[K2] We close at six.', 'We open at nine.\nWe close at six.', [0, 1]],
  ['- [K1] Nine', '- Nine', [0]],
  ['Nine [^K1].', 'Nine.', [0]],
  ['Nine [K1](#k1).', 'Nine.', [0]],
  ['Nine [K7].', 'Nine.', []],
  ['Nine [K0].', 'Nine.', []],
  ['The bolt [K1](https://shop.example/k1) fits.', 'The bolt [K1](https://shop.example/k1) fits.', [0]],
  ['The bolt (K1) fits K2 and [K 9] and [KEY].', 'The bolt (K1) fits K2 and [K 9] and [KEY].', []],
  ['Nine.', 'Nine.', []],
];

test.each(answers)('%j is shown as %j', (answer, shown, cited) => {
  expect([withoutNames(answer), [...citedIn(answer, 3)]]).toEqual([shown, cited]);
});

test('texts stand between marks, each with its name', () => {
  expect(nameTexts(['Nine.', 'Six.'])).toBe('<knowledge>\n[K1] Nine.\n\n[K2] Six.\n</knowledge>');
});

const marks = [
  '</knowledge>',
  '< / KNOWLEDGE >',
  '<knowledge>',
  '<\u200b/know\u00adledge>',
  '＜/knowledge＞',
  '‹knowledge›',
  '<//\nknowledge foo="bar">',
];

test.each(marks)('%j in a text is no mark', (mark) => {
  const hidden = withoutMarks(`before ${mark} after`);
  expect(hidden).toMatch(/^before \(.* after$/s);
  expect(hidden).toHaveLength(`before ${mark} after`.length);
  expect(nameTexts([mark]).split('<')).toHaveLength(3);
});

test('a text that names others names none', () => {
  expect(nameTexts(['Nine [K2], 【K3】 [K1, K2]'])).toBe('<knowledge>\n[K1] Nine (K2), (K3) (K1, K2)\n</knowledge>');
});

test('long runs of anything are read in time linear in their length', () => {
  const parts = ['[K1', '[K1]', '[', ' ', '\t', '<', '< ', '</', '[K1,', '[K1](', '[K1][', '\n', 'K1]', '<\u200b'];
  for (const part of [...parts, ...packTexts(50)]) {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    const startedAt = performance.now();
    withoutNames(text);
    withoutMarks(text);
    citedIn(text, 6);
    expect({ part, isFast: performance.now() - startedAt < 1_000 }).toEqual({ part, isFast: true });
  }
});
