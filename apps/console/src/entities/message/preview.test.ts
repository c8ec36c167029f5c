import { describe, expect, test } from 'vitest';
import { content } from '../../locales/en/content.ts';
import { previewOf } from './preview.ts';

const lineOf = (type: string, text: string | null) => previewOf({ type: type as 'text', text }, content).text;

describe('a line of a list', () => {
  test.each([
    ['text', ' one\n\n two\tthree ', 'one two three'],
    ['image', null, 'Photo'],
    ['image', 'How it looks', 'How it looks'],
    ['file', null, 'File'],
    ['location', null, 'Location'],
    ['sticker', null, 'Sticker'],
    ['keyboard', 'Choose one', 'Choose one'],
    ['hologram', null, 'Message'],
  ])('of %s with %j: %s', (type, text, line) => expect(lineOf(type, text)).toBe(line));

  test('has a sign where it is more than text', () => {
    expect(previewOf({ type: 'text', text: 'a' }, content).icon).toBeNull();
    expect(previewOf({ type: 'image', text: 'a' }, content).icon).not.toBeNull();
  });
});
