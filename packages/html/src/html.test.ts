import { expect, test } from 'vitest';
import { html, trusted } from './html.ts';

test('values are escaped wherever they are interpolated', () => {
  const bad = `"><script>alert('x')</script>&amp;`;
  const { html: text } = html`<a title="${bad}">${[bad, html`<b>${bad}</b>`]}</a>`;
  const safe = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;';
  expect(text).toBe(`<a title="${safe}">${safe}<b>${safe}</b></a>`);
});

test('trusted HTML is not escaped, and undefined and false render nothing', () => {
  expect(html`<p>${trusted('<br>')}${undefined}${false}${0}</p>`.html).toBe('<p><br>0</p>');
});
