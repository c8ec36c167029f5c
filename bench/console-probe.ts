// What is measured inside of a page of the console. A text, since it runs in the browser.
export const PROBE = `
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  globalThis.probe = {
    durations: [],

    /** From the press to the frame in which a message of that chat is painted. */
    async openChat(at) {
      const row = document.querySelectorAll('a[data-chat]')[at];
      const isThere = () =>
        location.pathname.endsWith('/' + row.dataset.chat) && document.querySelector('[role="log"] article') !== null;
      const since = performance.now();
      row.click();
      while (!isThere()) await frame();
      await frame();
      return performance.now() - since;
    },

    scriptKb() {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
    },

    /** From a key to the next paint, of those that took 16 ms or more. */
    watchKeys() {
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name === 'keydown') probe.durations.push(duration);
      }).observe({ type: 'event', durationThreshold: 16 });
    },
  };
`;
