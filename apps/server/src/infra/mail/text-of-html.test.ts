import { expect, test } from 'vitest';
import { textOfHtml } from './text-of-html.ts';

test.each([
  ['<p>One</p>\n<p>Two<br>three</p>', 'One\n\nTwo\nthree'],
  ['<h1>News</h1><ul><li>tea</li><li>cakes</li></ul>', 'News\n\n- tea\n- cakes'],
  ['<a href="https://shop.example/">the shop</a>', 'the shop (https://shop.example/)'],
  ['<a href="https://shop.example/">https://shop.example/</a>', 'https://shop.example/'],
  ["<a href='#top'>top</a> <a>none</a>", 'top none'],
  ['<a href="https://shop.example/"><img src="x.png" alt="Our shop"></a>', 'Our shop (https://shop.example/)'],
  ['<a href="https://shop.example/"><img src="x.png"></a>', 'https://shop.example/'],
  ['<table><tr><td>Tea</td><td>3&nbsp;€</td></tr></table>', 'Tea 3 €'],
  ['a &amp; b &lt;c&gt; &#1063;&#x430;&#x439; &hellip; &unknown;', 'a & b <c> Чай … &unknown;'],
  ['<head><title>T</title></head><style>p{color:red}</style><script>x<y</script><!-- no --><p>Seen</p>', 'Seen'],
  ['<!doctype html><html><body>  Hello,\n   Ira  </body></html>', 'Hello, Ira'],
  ['1 < 2', '1 < 2'],
])('%s is %j as text', (html, text) => {
  expect(textOfHtml(html)).toBe(`${text}\n`);
});

test('hostile markup takes linear time', () => {
  const started = performance.now();
  for (const piece of ['<', '<a ', '<!--', '<style>', '&#', '<a href="https://x', '</p><p>'])
    textOfHtml(piece.repeat(50_000));
  expect(performance.now() - started).toBeLessThan(3_000);
});
