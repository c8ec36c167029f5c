import { useCallback, useState } from 'react';

/** Whether an element is narrower than so many pixels, known before it is painted: panes differ in width, not only windows. */
export function useNarrow(pixels: number) {
  const [isNarrow, setNarrow] = useState(false);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      const measure = () => setNarrow(element.clientWidth < pixels);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [pixels],
  );
  return { ref, isNarrow };
}
