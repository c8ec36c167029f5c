// What a browser's developer tools report about a page.
import type { CDPSession, Page } from 'playwright-core';

/** Call before the page is loaded. */
export async function openTools(page: Page, slower: number) {
  const tools = await page.context().newCDPSession(page);
  // Thread time, since on a busy machine wall time includes waiting.
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  if (slower > 1) await tools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return tools;
}

/** Counts requests to an origin from now on, including preflights, and received bytes. */
export async function countTraffic(tools: CDPSession, origin: string) {
  const asked = new Set<string>();
  let requests = 0;
  let bytes = 0;
  tools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).origin !== origin) return;
    asked.add(requestId);
    requests += 1;
  });
  tools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (asked.has(requestId)) bytes += encodedDataLength;
  });
  await tools.send('Network.enable');
  return () => ({ requests, bytes });
}

/** Clicks without hovering first. */
export async function clickAt(tools: CDPSession, { x, y }: { x: number; y: number }) {
  const where = { x, y, button: 'left', clickCount: 1 } as const;
  await Promise.all([
    tools.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...where }),
    tools.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...where }),
  ]);
}
