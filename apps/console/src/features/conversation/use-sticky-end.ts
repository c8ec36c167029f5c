import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Closer to the end counts as at the end. */
const NEAR_PX = 48;
/** Closer to the top loads more. */
const AHEAD_PX = 600;

interface StickyEnd {
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  /** The key of the first row. It changes when older messages are added. */
  firstKey: unknown;
  onTop(): void;
}

/**
 * Sticks to the end until the reader scrolls up, and keeps the position when older messages are added.
 * Only scrolling up leaves the end: a late scroll event must not.
 */
export function useStickyEnd({ scroller, content, firstKey, onTop }: StickyEnd) {
  const isAtEnd = useRef(true);
  const [isAway, setAway] = useState(false);
  const before = useRef({ firstKey, height: 0, top: 0 });

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    isAtEnd.current = true;
    setAway(false);
    box.scrollTop = box.scrollHeight;
  }, [scroller]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const { firstKey: first, height } = before.current;
    if (isAtEnd.current) box.scrollTop = box.scrollHeight;
    else if (first !== firstKey) box.scrollTop += box.scrollHeight - height;
    before.current = { firstKey, height: box.scrollHeight, top: box.scrollTop };
  });

  useEffect(() => {
    const [box, inside] = [scroller.current, content.current];
    if (!box || !inside) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) box.scrollTop = box.scrollHeight;
      before.current.height = box.scrollHeight;
    });
    observer.observe(inside);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, content]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX;
    if (isNear) isAtEnd.current = true;
    else if (box.scrollTop < before.current.top) isAtEnd.current = false;
    before.current.top = box.scrollTop;
    setAway(!isAtEnd.current);
    if (box.scrollTop < AHEAD_PX) onTop();
  };
  return { isAway, toEnd, onScroll };
}
