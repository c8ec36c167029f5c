import { expect, test } from 'vitest';
import { markWords } from './marked.ts';

const marksIn = (text: string, terms: string[]) =>
  markWords(text, terms).map(({ text: piece, isMarked }) => (isMarked ? `[${piece}]` : piece));

test('whole words are marked as the text writes them, in languages without spaces too', () => {
  expect(marksIn('Delivery is free. We deliver.', ['Delivery', 'free'])).toEqual([
    '[Delivery]',
    ' is ',
    '[free]',
    '. We deliver.',
  ]);
  expect(marksIn('Доставка за 3 дня', ['Доставка', 'дня'])).toEqual(['[Доставка]', ' за 3 ', '[дня]']);
  expect(marksIn('配送需要三天', ['配送']).at(0)).toBe('[配送]');
  expect(marksIn('Nothing', [])).toEqual(['Nothing']);
});
