/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** A headless browser without audio output reports each tone as played. */
export const countTones = (page: Page) =>
  page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(globalThis, { tones: 0 });
    OscillatorNode.prototype.start = function (when) {
      Object.assign(globalThis, { tones: Object(globalThis).tones + 1 });
      start.call(this, when);
    };
  });

export const readTones = (page: Page) => page.evaluate(() => Object(globalThis).tones as number);
