import { useEffect, useRef } from 'react';

/** Takes the focus when a row that had it is gone. */
export function useKeptFocus<Target extends HTMLElement>(rows: number) {
  const target = useRef<Target>(null);
  const before = useRef(rows);
  useEffect(() => {
    const isFewer = rows < before.current;
    before.current = rows;
    if (isFewer && document.activeElement === document.body) target.current?.focus();
  }, [rows]);
  return target;
}
