// Measurements inside a console page. A string, since it runs in the browser.
export const PROBE = `
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  globalThis.probe = {
    durations: [],

    /** From the press, on a page that has come to rest, to the frame in which a message of that chat is painted. */
    async openChat(at) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      const row = document.querySelectorAll('a[data-chat]')[at];
      const isThere = () =>
        location.pathname.endsWith('/' + row.dataset.chat) && document.querySelector('[role="log"] article') !== null;
      const since = performance.now();
      row.click();
      while (!isThere()) await frame();
      await frame();
      return performance.now() - since;
    },

    /** From the press of a colour to the frame in which the widget in the preview has it. */
    async pickColor(at) {
      const swatches = [...document.querySelectorAll('[aria-pressed][aria-label^="#"]')];
      const swatch = swatches[at % swatches.length];
      const widget = document.querySelector('iframe').contentDocument.querySelector('service-widget').shadowRoot.querySelector('.widget');
      const since = performance.now();
      swatch.click();
      while (widget.style.getPropertyValue('--accent') !== swatch.ariaLabel) await frame();
      await frame();
      return performance.now() - since;
    },

    /** Those that had been fetched when the first chat of the list was in the page. */
    scripts: [],

    /** From a key to the next paint, of those that took 16 ms or more. */
    watchKeys() {
      new PerformanceObserver((list) => {
        for (const { name, duration } of list.getEntries()) if (name === 'keydown') probe.durations.push(duration);
      }).observe({ type: 'event', durationThreshold: 16 });
    },
  };

  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('a[data-chat]')) return;
    observer.disconnect();
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    probe.scripts = fetched.filter((name) => name.endsWith('.js'));
  }).observe(document, { childList: true, subtree: true });
`;
