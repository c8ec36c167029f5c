import { useCallback, useState } from 'react';

/** Whether an element is narrower than `pixels`, measured before paint. Media queries don't know the width of a pane. */
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
