// Draws the console's icons from the product mark: node --import ./apps/server/runtime.js scripts/console-icons.ts
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { ensureChromium } from '../apps/server/test/chromium.ts';

const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const ICONS = file('../apps/console/public/icons/');
const mark = readFileSync(file('../packages/html/assets/mark.svg'), 'utf8');

const GROUND = '#0f5e5a';
/** On its own colour the mark is light, with its details cut out. */
const light = mark
  .replaceAll('#5bb5ad', '#8fd3cc')
  .replaceAll('#fff', GROUND)
  .replace('fill="#0f5e5a" d', 'fill="#fff" d');
/** Monochrome: phones show only the outline of such an icon. */
const outline = mark.replaceAll(/<g .*<\/g>/gs, '').replaceAll(/fill="#\w+"/g, 'fill="#fff"');

interface Icon {
  name: string;
  size: number;
  drawing: string;
  /** The share of the icon that the mark fills. */
  share: number;
  ground: string;
}

const icons: Icon[] = [
  { name: 'app-192', size: 192, drawing: mark, share: 0.92, ground: 'none' },
  { name: 'app-512', size: 512, drawing: mark, share: 0.92, ground: 'none' },
  // Maskable icons may be cropped to a circle.
  { name: 'maskable-512', size: 512, drawing: light, share: 0.56, ground: GROUND },
  { name: 'badge-96', size: 96, drawing: outline, share: 1, ground: 'none' },
];

mkdirSync(ICONS, { recursive: true });
const browser = await chromium.launch({ executablePath: ensureChromium(), chromiumSandbox: false });
for (const { name, size, drawing, share, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const edge = `${share * 100}%`;
  await page.setContent(
    `<style>body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${ground} }
     svg { width: ${edge}; height: ${edge} }</style>${drawing}`,
  );
  await page.screenshot({ path: `${ICONS}${name}.png`, omitBackground: true });
  await page.close();
}
await browser.close();

/** The favicon with an unread dot, whose border sets it off on any tab. */
const dot = '<circle cx="38" cy="10" r="10" fill="#fff"/><circle cx="38" cy="10" r="8" fill="#d0342a"/>';
writeFileSync(`${ICONS}unread.svg`, mark.replace('</svg>', `  ${dot}\n</svg>`));
