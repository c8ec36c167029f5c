import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { sharePage } from '../../apps/server/test/shared-page.ts';
import { until } from '../../apps/server/test/until.ts';
import { chatOf, partsOf, reply, shopPage, startWidget, visit, writeAndStore } from '../../apps/server/test/widget.ts';

const NOISE = `
  * { all: unset !important; font: 40px/3 fantasy !important; color: lime !important; letter-spacing: 9px !important; }
  html > *, body * { display: none !important; opacity: 0.1 !important; pointer-events: none !important; }
  html { direction: rtl; text-transform: uppercase; word-spacing: 30px; cursor: wait; text-align: center; zoom: 1; }
  body { transform: rotate(2deg) scale(0.8); filter: blur(1px); overflow: hidden; contain: strict; }
  div, section, button, iframe, textarea, form, p, svg, path, span, input, label, h2, h3, header {
    position: static !important; width: 1px !important; height: 1px !important; margin: 50px !important;
    padding: 50px !important; border: 20px solid red !important; background: red !important; clip-path: inset(50%) !important;
  }
  service-widget { display: none !important; visibility: hidden !important; z-index: -1 !important; inset: 500px !important;
    transform: translateX(5000px) !important; filter: invert(1) !important; contain: paint !important; }
  :root, :host, * { --accent: red !important; --on-accent: red; --bg: red !important; --surface: red; --text: red; --muted: red;
    --line: red; --launcher_x: 500px !important; --launcher_y: 500px !important; --launcher_size: 3px !important; --chat_x: 400px !important; --radius: 0; --shadow: none; }
  ::placeholder { color: red !important; }
  :focus { outline: 30px solid red !important; }
  @keyframes open { from { transform: translateX(9999px); } to { transform: translateX(9999px); } }
  @keyframes said { to { opacity: 0; } }
`;

/** Computed styles and positions of matching elements, as comparable text. */
const stylesWithin = (page: Page, root: string): Promise<string[]> =>
  page.evaluate(`(() => {
    const all = [...${root}.querySelectorAll('*')];
    for (const each of all) for (const animation of each.getAnimations()) animation.finish();
    return all.map((each) => {
      const style = getComputedStyle(each);
      const { x, y, width, height } = each.getBoundingClientRect();
      const shown = [...style].map((name) => name + ': ' + style.getPropertyValue(name)).join('; ');
      // An element without a size has no meaningful position.
      const place = width && height ? [x, y, width, height].map(Math.round) : 'nowhere';
      return [each.localName + '.' + each.getAttribute('class'), place, shown].join(' ');
    });
  })()`);

/** Only the styles that differ. */
function differences(one: string[], other: string[]) {
  return one.flatMap((look, index) => {
    const also = new Set(other[index]?.split('; '));
    return look.split('; ').filter((part) => !also.has(part));
  });
}

const IN_WIDGET = `document.querySelector('service-widget').shadowRoot`;

async function converse({ app, owner }: Pick<Awaited<ReturnType<typeof startWidget>>, 'app' | 'owner'>, page: Page) {
  await writeAndStore(page, 'good morning');
  await reply(owner, await chatOf(app, owner), 'and to you');
  await partsOf(page).said('and to you').waitFor();
}

const enter = sharePage();

/** Adds something to a page until the test ends. */
async function putInto(page: Page, html: string) {
  const put = await page.evaluateHandle((given) => {
    const place = document.createElement('div');
    place.innerHTML = given;
    document.body.append(place);
    return place;
  }, html);
  onTestFinished(() => put.evaluate((place) => place.remove()));
}

test('page styles do not reach into the widget', async () => {
  const started = await startWidget();
  const pageWith = async (head: string) => {
    const browser = { reducedMotion: 'no-preference' } as const;
    const { page, complaints } = await visit(started.tag, { page: shopPage(started.tag, { head }), browser });
    await converse(started, page);
    expect(complaints).toEqual([]);
    return page;
  };
  const [plain, noisy] = [await pageWith(''), await pageWith(`<style>${NOISE}</style>`)];
  // Effects of a response show a moment later.
  await until(async () => {
    const [one, other] = [await stylesWithin(plain, IN_WIDGET), await stylesWithin(noisy, IN_WIDGET)];
    expect(one.length).toBeGreaterThan(30);
    expect(differences(one, other)).toEqual([]);
  }, 'both look the same');
});

test('widget styles do not reach the page, whose layout stays', async () => {
  const started = await startWidget();
  const host = `<!doctype html><html><head><title>Shop</title></head><body class="panel"><section class="widget scroll">
    <button class="launcher">Buy</button><p class="hidden">Text</p><div class="bubble own">More</div>
    <a href="#">Link</a><input placeholder="Search"><textarea></textarea></section></body></html>`;
  const bare = await visit('', { page: host });
  const before = await stylesWithin(bare.page, 'document');
  const { page } = await visit(started.tag, { page: host.replace('</head>', `${started.tag}</head>`) });
  await converse(started, page);
  const ofPage = (await stylesWithin(page, 'document')).filter(
    (look) => !/^(script|service-widget|iframe)\./.test(look),
  );
  expect(ofPage).toEqual(before);
});

test.each(['body { transform: rotate(3deg) }', 'html { filter: grayscale(1) }', 'html { transform: translateX(0) }'])(
  'the launcher stays in its corner on a page that is scrolled and has %s',
  async (css) => {
    const { page, widget } = await enter();
    await putInto(page, `<style>body { height: 5000px } ${css}</style>`);
    await page.evaluate('window.scrollTo(0, 2000)');
    const box = (await widget.launcher.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect([1280 - box.x - box.width, 720 - box.y - box.height]).toEqual([20, 20]);
  },
);

test("the page's topmost elements are behind the widget", async () => {
  const { page, complaints, ...started } = await enter();
  await putInto(page, '<div style="position: fixed; inset: 0; z-index: 999999999; background: #fff"></div>');
  await converse(started, page);
  expect(complaints).toEqual([]);
});
