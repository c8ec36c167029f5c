// Gets what the tests need beyond npm, or says plainly what is missing.
import { ensureChromium } from '../apps/server/test/chromium.ts';

try {
  console.log(`Browser tests run in ${ensureChromium()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
