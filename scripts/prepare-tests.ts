// Gets what the tests need beyond npm, or says plainly what is missing.
import { ensureChromium } from '../apps/server/test/chromium.ts';
import { ensureRedis } from '../apps/server/test/redis.ts';

try {
  console.log(`Browser tests run in ${ensureChromium()}`);
  console.log(`Tests of several servers share ${ensureRedis()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}

// Node keeps what it compiled when a process ends. The servers that the tests start find it from the first one on.
await import('../apps/server/src/app.ts');
