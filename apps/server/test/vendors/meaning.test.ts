import { expect, onTestFinished, test } from 'vitest';
import { LANGUAGES, questionSetOf } from '../knowledge/question-set.ts';
import { newLink } from './links.ts';
import { meaningOf } from './meaning.ts';
import { never, newModels } from './models.ts';
import { startVendor } from './vendor.ts';

test('a text always has the same vector, of length 1 and of the dimensions asked for', () => {
  for (const text of ['refund', 'Refunds are paid within five days.', '', '42', '退款', 'ß']) {
    expect(meaningOf(text)).toEqual(meaningOf(text));
    expect(meaningOf(text)).toHaveLength(256);
    expect(meaningOf(text, 1_536)).toHaveLength(1_536);
    expect(Math.hypot(...meaningOf(text))).toBeCloseTo(1);
  }
});

test('texts of one meaning are near in other words and in other languages', () => {
  const question = meaningOf('When will I get my money back?');
  const unrelated = cosine(question, meaningOf('The library lends novels and films.'));
  for (const text of [
    'Refunds take five days',
    'Возврат денег занимает пять дней',
    '退款需要五天',
    'Wann kommt die Erstattung?',
  ]) {
    expect(cosine(question, meaningOf(text))).toBeGreaterThan(unrelated + 0.1);
  }
});

test('texts that differ by a code or a number are hard to tell apart', () => {
  const one = meaningOf('Error E07 of the motor, 65 euros');
  const other = meaningOf('Error E12 of the motor, 90 euros');
  expect(one).not.toEqual(other);
  expect(cosine(one, other)).toBeGreaterThan(0.98);
});

test('vectors share a direction, as those of real models do', () => {
  const texts = LANGUAGES.flatMap((language) => questionSetOf(language).texts);
  const vectors = texts.map(({ content }) => meaningOf(content));
  const mean = meaningOf('').map((_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0) / texts.length, 0));
  expect(Math.hypot(...mean)).toBeGreaterThan(0.3);
});

test.for(['openai', 'generic_compatible', 'google'] as const)(
  'the fake of %s embeds as its script says',
  async (kind) => {
    const vendor = await startVendor(kind);
    onTestFinished(vendor.close);
    vendor.usual = { embed: meaningOf };
    const models = newModels({ vendorUrls: { [kind]: vendor.url } });
    const link = newLink(kind, kind === 'generic_compatible' ? { baseUrl: vendor.url } : {});
    for (const texts of [['one text'], ['a refund', 'a library']]) {
      const result = await models.embed([link], texts, never);
      expect(result).toMatchObject({ kind: 'embedded', vectors: texts.map((text) => meaningOf(text)) });
    }
  },
);

const cosine = (one: number[], other: number[]) => one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
