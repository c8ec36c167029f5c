import { describe, expect, test } from 'vitest';
import { endlessTexts, hostileTexts } from '../../test/hostile-texts.ts';
import { depthOf, elementsOf, markupOf, textOf } from '../../test/nodes.ts';
import { markdown } from './markdown.ts';

const TAGS = ['p', 'strong', 'em', 's', 'code', 'pre', 'a', 'ul', 'ol', 'li', 'blockquote', 'hr'];
const ATTRIBUTES = ['href', 'target', 'rel', 'start', 'dir'];

const render = (source: string) => markupOf(markdown(source));
/** Without the tags of a single paragraph. */
const renderLine = (source: string) => render(source).replace(/^<p>(.*)<\/p>$/s, '$1');

describe('emphasis', () => {
  test.each([
    ['**bold** and __bold__', '<strong>bold</strong> and <strong>bold</strong>'],
    ['*italic* and _italic_', '<em>italic</em> and <em>italic</em>'],
    ['~~gone~~', '<s>gone</s>'],
    ['***both***', '<strong><em>both</em></strong>'],
    ['**bold *and italic***', '<strong>bold <em>and italic</em></strong>'],
    ['*italic **and bold***', '<em>italic <strong>and bold</strong></em>'],
    ['**Привет!**👋', '<strong>Привет!</strong>👋'],
    ['**你好！**谢谢', '<strong>你好！</strong>谢谢'],
    ['"*quoted*"', '"<em>quoted</em>"'],
    ['**two\nlines**', '<strong>two\nlines</strong>'],
    ['*a **b* c', '<em>a **b</em> c'],
    ['**a **b** c', '**a <strong>b</strong> c'],
  ])('%s', (source, expected) => expect(renderLine(source)).toBe(expected));

  test.each(['names_of_things', '2 * 3 * 4', 'a ** b', 'a ****b****', '~one~', '*open', 'closed*', '_'])(
    '%s stays as written',
    (source) => expect(renderLine(source)).toBe(source),
  );

  test('a backslash escapes the next character', () => {
    expect(renderLine('\\*a\\* \\[b\\](https://a.b) \\`c\\` a\\b')).toBe(
      '*a* [b](<a href="https://a.b/">https://a.b</a>) `c` a\\b',
    );
  });
});

describe('code', () => {
  test.each([
    ['`a`', '<code>a</code>'],
    ['`**a**`', '<code>**a**</code>'],
    ['`` a`b ``', '<code>a`b</code>'],
    ['`<b>`', '<code>&lt;b></code>'],
    ['`https://a.b`', '<code>https://a.b</code>'],
    ['``` a ```', '<code>a</code>'],
    ['`a\\`b`', '<code>a\\</code>b`'],
    ['`a', '`a'],
    ['``a`', '``a`'],
  ])('%s', (source, expected) => expect(renderLine(source)).toBe(expected));

  test.each([
    ['```\n**a**\n\n- b\n```\nc', '<pre><code>**a**\n\n- b</code></pre><p>c</p>'],
    ['```ts\na\n```', '<pre><code>a</code></pre>'],
    ['~~~\n```\n~~~', '<pre><code>```</code></pre>'],
    ['````\n```\n````', '<pre><code>```</code></pre>'],
    ['```\nnever closed', '<pre><code>never closed</code></pre>'],
    ['a\n```\nb\n```', '<p>a</p><pre><code>b</code></pre>'],
  ])('%j is a code block', (source, expected) => expect(render(source)).toBe(expected));
});

describe('links', () => {
  test.each([
    ['[a](https://a.b/c)', '<a href="https://a.b/c">a</a>'],
    ['[a](http://a.b "title")', '<a href="http://a.b/">a</a>'],
    ['[a](<https://a.b/c d>)', '<a href="https://a.b/c%20d">a</a>'],
    ['[a](https://a.b/c_(d))', '<a href="https://a.b/c_(d)">a</a>'],
    ['[write](mailto:a@b.example?subject=c)', '<a href="mailto:a@b.example?subject=c">write</a>'],
    ['[call](tel:+123)', '<a href="tel:+123">call</a>'],
    ['[**bold** and `code`](https://a.b)', '<a href="https://a.b/"><strong>bold</strong> and <code>code</code></a>'],
    ['**[a](https://a.b)**', '<strong><a href="https://a.b/">a</a></strong>'],
    ['[a [b] c](https://a.b)', '<a href="https://a.b/">a [b] c</a>'],
    ['[](https://a.b)', '<a href="https://a.b/">https://a.b/</a>'],
    ['https://a.b/c_d_e', '<a href="https://a.b/c_d_e">https://a.b/c_d_e</a>'],
    ['**https://a.b**', '<strong><a href="https://a.b/">https://a.b</a></strong>'],
    ['<https://a.b>', '<a href="https://a.b/">https://a.b</a>'],
    ['a_b@c.example', '<a href="mailto:a_b@c.example">a_b@c.example</a>'],
  ])('%s', (source, expected) => expect(renderLine(source)).toBe(expected));

  test('an image becomes a link', () => {
    expect(renderLine('![a cat](https://a.b/c.png)')).toBe('<a href="https://a.b/c.png">a cat</a>');
    expect(renderLine('[![a cat](https://a.b/c.png)](https://d.e)')).toBe('<a href="https://d.e/">a cat</a>');
  });

  test('links are never nested', () => {
    expect(renderLine('[https://a.b](https://c.d)')).toBe('<a href="https://c.d/">https://a.b</a>');
    expect(renderLine('[**a https://a.b**](https://c.d)')).toBe(
      '<a href="https://c.d/"><strong>a https://a.b</strong></a>',
    );
    expect(renderLine('[a [b](https://b.c) d](https://d.e)')).toBe(
      '[a <a href="https://b.c/">b</a> d](<a href="https://d.e/">https://d.e</a>)',
    );
  });

  test.each(['[a](javascript:b)', '[a](/b)', '[a](b c d)', '[a]', '[a](', '[a] (https)', '[a](data:text/plain,b)'])(
    '%s stays as written',
    (source) => expect(renderLine(source)).toBe(source),
  );
});

describe('blocks', () => {
  test.each([
    ['a\nb', '<p>a\nb</p>'],
    ['a  \nb\\\nc', '<p>a\nb\nc</p>'],
    ['a\r\n\r\n\r\nb', '<p>a</p><p>b</p>'],
    ['# a **b**\nc', '<p><strong>a <strong>b</strong></strong></p><p>c</p>'],
    ['#a', '<p>#a</p>'],
    ['a\n\n---\n\nb', '<p>a</p><hr></hr><p>b</p>'],
    ['* * *', '<hr></hr>'],
    ['> a\n> b\n\nc', '<blockquote><p>a\nb</p></blockquote><p>c</p>'],
    ['> a\n>> b', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>'],
    ['> - a', '<blockquote><ul><li><p>a</p></li></ul></blockquote>'],
    ['', ''],
    [' \n\t\n', ''],
  ])('%j', (source, expected) => expect(render(source)).toBe(expected));

  test.each([
    ['- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['* a\n\n* b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['a:\n- b\nc', '<p>a:</p><ul><li><p>b</p></li></ul><p>c</p>'],
    ['1. a\n2. b', '<ol start="1"><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['3) a', '<ol start="3"><li><p>a</p></li></ol>'],
    ['- a\n  b', '<ul><li><p>a\nb</p></li></ul>'],
    ['- a\n\n  b', '<ul><li><p>a</p><p>b</p></li></ul>'],
    [
      '- a\n  - b\n    - c\n- d',
      '<ul><li><p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul></li><li><p>d</p></li></ul>',
    ],
    ['1. a\n   - b\n2. c', '<ol start="1"><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ol>'],
    [
      '1. a\n- b\n2. c',
      '<ol start="1"><li><p>a</p></li></ol><ul><li><p>b</p></li></ul><ol start="2"><li><p>c</p></li></ol>',
    ],
    ['- ```\n  a\n  ```\n- b', '<ul><li><pre><code>a</code></pre></li><li><p>b</p></li></ul>'],
    ['- a\n---\n- b', '<ul><li><p>a</p></li></ul><hr></hr><ul><li><p>b</p></li></ul>'],
    ['-a', '<p>-a</p>'],
    ['2024 was good', '<p>2024 was good</p>'],
  ])('lists in %j', (source, expected) => expect(render(source)).toBe(expected));
});

describe('hostile input', () => {
  test.each(hostileTexts)('%j renders only allowed elements and safe links', (source) => {
    for (const { tag, attributes } of elementsOf(markdown(source))) {
      expect(TAGS).toContain(tag);
      for (const name of Object.keys(attributes ?? {})) expect(ATTRIBUTES).toContain(name);
      if (tag !== 'a') continue;
      expect(attributes).toMatchObject({ rel: expect.stringContaining('noopener'), target: '_blank' });
      const { protocol, username } = new URL(String(attributes?.href));
      expect(['http:', 'https:', 'mailto:', 'tel:']).toContain(protocol);
      expect(username).toBe('');
      expect(attributes?.href).not.toMatch(/["<>\s]/);
    }
  });

  test('HTML tags and entities stay text', () => {
    const source = '<b onclick="a()">&lt;&amp;</b>';
    expect(textOf(markdown(source))).toBe(source);
  });

  test.each(endlessTexts.map((text) => [text.slice(0, 20), text]))(
    'a huge text of %j renders with bounded length and depth',
    (_, text) => {
      const nodes = markdown(text);
      expect(textOf(nodes).length).toBeLessThanOrEqual(2 * text.length);
      expect(depthOf(nodes)).toBeLessThan(40);
    },
  );
});
