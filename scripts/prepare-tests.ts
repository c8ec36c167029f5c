// Installs what the tests need beyond npm, or says what is missing.
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { ensureRedis } from '../apps/server/test/redis.ts';

try {
  console.log(`Browser tests run in ${ensureChromium()}`);
  console.log(`Tests of several servers share ${ensureRedis()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

// Fills Node's compile cache, so that even the first servers that tests start are precompiled.
await import('../apps/server/src/app.ts');
