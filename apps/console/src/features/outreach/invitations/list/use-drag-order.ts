import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  from: number;
  to: number;
  startY: number;
  y: number;
  /** Middles and heights of the rows before anything moved. */
  rows: { middle: number; height: number }[];
}

/** Rows that are dragged by a grip, or moved by its arrow keys. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();

  const start = (from: number, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const rows = [...(list.current?.children ?? [])].map((row) => {
      const { top, height } = row.getBoundingClientRect();
      return { middle: top + height / 2, height };
    });
    setDrag({ from, to: from, startY: event.clientY, y: event.clientY, rows });
  };

  const follow = ({ clientY: y }: PointerEvent) => setDrag((known) => known && { ...known, y, to: placeOf(known, y) });

  const drop = () => {
    setDrag(undefined);
    if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
  };

  const press = (from: number, event: KeyboardEvent) => {
    if (event.key === 'Escape') return setDrag(undefined);
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    onMove(from, from + step);
  };

  return {
    dragged: drag?.from,
    /** How far a row is from its place, in pixels. */
    shiftOf: (at: number) => (drag ? shiftIn(drag, at) : 0),
    gripOf: (at: number) => ({
      onPointerDown: (event: PointerEvent) => start(at, event),
      onPointerMove: follow,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(undefined),
      onKeyDown: (event: KeyboardEvent) => press(at, event),
    }),
  };
}

/** The row goes where its middle is. */
function placeOf({ from, startY, rows }: Drag, y: number) {
  const middle = (rows[from]?.middle ?? 0) + y - startY;
  const others = rows.filter((_, at) => at !== from);
  return others.filter((row) => row.middle < middle).length;
}

function shiftIn({ from, to, startY, y, rows }: Drag, at: number) {
  if (at === from) return y - startY;
  const height = rows[from]?.height ?? 0;
  if (from < at && at <= to) return -height;
  return to <= at && at < from ? height : 0;
}
