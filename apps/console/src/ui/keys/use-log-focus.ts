import { useLayoutEffect, useRef } from 'react';

/** For controls that disappear while one of them has the focus: the log takes it. */
export function useLogFocus<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  useLayoutEffect(() => {
    const controls = place.current;
    return () => {
      if (controls?.contains(document.activeElement)) focusLog(controls);
    };
  }, []);
  return place;
}

export const focusLog = (within: Element | null) => within?.closest<HTMLElement>('[role="log"]')?.focus();
