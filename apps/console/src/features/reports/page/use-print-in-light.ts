import { useEffect } from 'react';

const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: a dark theme would print pale text on it. */
export function usePrintInLight() {
  useEffect(() => {
    const root = document.documentElement;
    let shown: string | null = null;
    const lighten = () => {
      shown = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    };
    const restore = () => {
      if (shown) root.setAttribute(SCHEME, shown);
    };
    addEventListener('beforeprint', lighten);
    addEventListener('afterprint', restore);
    return () => {
      removeEventListener('beforeprint', lighten);
      removeEventListener('afterprint', restore);
    };
  }, []);
}
