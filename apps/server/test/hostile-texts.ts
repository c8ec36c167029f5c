/** Each sets `__xss` in the page if it is treated as more than text. */
export const HOSTILE = [
  '<script>top.__xss=1</script>',
  '</script><script>top.__xss=1</script>',
  '<!--<script>--><script>top.__xss=1</script>',
  '<img src=x onerror=top.__xss=1>',
  '"><img src=x onerror=top.__xss=1>',
  "'><img src=x onerror='top.__xss=1'>",
  '<svg onload=top.__xss=1>',
  '<svg><script>top.__xss=1</script></svg>',
  '<svg><animate onbegin=top.__xss=1 attributeName=x dur=1s>',
  '<iframe srcdoc="<script>top.__xss=1</script>">',
  '<iframe src="javascript:top.__xss=1"></iframe>',
  '<object data="javascript:top.__xss=1">',
  '<details open ontoggle=top.__xss=1>',
  '<input autofocus onfocus=top.__xss=1>',
  '<video><source onerror=top.__xss=1></video>',
  '<style>@import "//evil.example/a.css";</style>',
  '<link rel=stylesheet href=//evil.example/b.css>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action=//evil.example><button>Send</button></form>',
  '<template><img src=x onerror=top.__xss=1></template>',
  '<math><mtext><style><img src=x onerror=top.__xss=1>',
  '<a href="javascript:top.__xss=1">a</a>',
  '[a](javascript:top.__xss=1)',
  '[a](JaVaScRiPt:top.__xss=1)',
  '[a](<javascript:top.__xss=1>)',
  '![a](x"onerror="top.__xss=1)',
  '[a](data:text/html,<script>top.__xss=1</script>)',
  '<javascript:top.__xss=1>',
  'https://a.example/"onmouseover="top.__xss=1',
  '**<b onclick=top.__xss=1>b</b>**',
  '`</code><img src=x onerror=top.__xss=1>`',
  '&lt;img src=x onerror=top.__xss=1&gt;',
  '&#60;img src=x onerror=top.__xss=1&#62;',
  '%3Cimg src=x onerror=top.__xss=1%3E',
  '\\x3cimg src=x onerror=top.__xss=1\\x3e',
  '{{constructor.constructor("top.__xss=1")()}}',
  `$${'{top.__xss=1}'}`,
  '\u202e>1=ssx__.pot=rorreno x=crs gmi<',
  'a\u2028<img src=x onerror=top.__xss=1>\u2029b',
  'url("javascript:top.__xss=1")',
  '{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"top.__xss=1"}}}',
];

/** All of them, joined into as few texts of at most `most` characters as possible. */
export function packTexts(most: number, texts = HOSTILE) {
  const packs: string[] = [];
  for (const text of texts) {
    const last = packs.at(-1);
    if (last !== undefined && last.length + text.length < most) packs[packs.length - 1] = `${last} ${text}`;
    else packs.push(text);
  }
  return packs;
}
