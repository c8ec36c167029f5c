import { useLayoutEffect, useRef } from 'react';

/**
 * For controls that disappear while one of them has the focus, or a dialog that one of them has opened: the log takes
 * it.
 */
export function useLogFocus<Place extends HTMLElement>({ hasDialog = false } = {}) {
  const place = useRef<Place>(null);
  const isInDialog = useRef(hasDialog);
  useLayoutEffect(() => {
    isInDialog.current = hasDialog;
  }, [hasDialog]);
  useLayoutEffect(() => {
    const controls = place.current;
    return () => {
      if (isInDialog.current || controls?.contains(document.activeElement))
        controls?.closest<HTMLElement>('[role="log"]')?.focus();
    };
  }, []);
  return place;
}
