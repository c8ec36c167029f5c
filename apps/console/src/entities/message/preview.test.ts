import { describe, expect, test } from 'vitest';
import { content } from '../../locales/en/content.ts';
import { previewOf } from './preview.ts';

const previewText = (type: string, text: string | null) => previewOf({ type: type as 'text', text }, content).text;

describe('a message preview', () => {
  test.each([
    ['text', ' one\n\n two\tthree ', 'one two three'],
    ['image', null, 'Photo'],
    ['image', 'How it looks', 'How it looks'],
    ['file', null, 'File'],
    ['location', null, 'Location'],
    ['sticker', null, 'Sticker'],
    ['keyboard', 'Choose one', 'Choose one'],
    ['hologram', null, 'Message'],
  ])('of type %s with text %j is "%s"', (type, text, line) => expect(previewText(type, text)).toBe(line));

  test('has an icon unless the message is text', () => {
    expect(previewOf({ type: 'text', text: 'a' }, content).icon).toBeNull();
    expect(previewOf({ type: 'image', text: 'a' }, content).icon).not.toBeNull();
  });
});
