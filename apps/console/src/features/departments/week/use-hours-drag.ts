import { type PointerEvent, useRef } from 'react';
import { between, type Hours, moveEnd, OFFICE_HOURS, shift, timeAt } from './week.ts';

interface Drag {
  /** What was grabbed: an end, the hours, or the empty track. */
  part: 'from' | 'to' | 'both' | 'track';
  /** Where it began. */
  time: number;
  hours: Hours | null;
  hasMoved: boolean;
}

/** Pointer drags on the track of a day. */
export function useHoursDrag(hours: Hours | null, onChange: (hours: Hours) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const current = useRef<Drag>(undefined);

  const timeUnder = ({ clientX }: PointerEvent) => {
    if (!ref.current) return 0;
    const { left, width } = ref.current.getBoundingClientRect();
    const share = (clientX - left) / width;
    return timeAt(getComputedStyle(ref.current).direction === 'rtl' ? 1 - share : share);
  };
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const part = (event.target as HTMLElement).dataset.part as Drag['part'] | undefined;
    current.current = { part: part ?? 'track', time: timeUnder(event), hours, hasMoved: false };
  };
  const drag = (event: PointerEvent) => {
    const begun = current.current;
    if (!begun) return;
    const time = timeUnder(event);
    if (time === begun.time && !begun.hasMoved) return;
    begun.hasMoved = true;
    const dragged = applyDrag(begun, time);
    if (dragged) onChange(dragged);
  };
  /** A click on a closed day opens it. */
  const end = ({ type }: PointerEvent) => {
    const begun = current.current;
    current.current = undefined;
    if (type === 'pointerup' && begun && !begun.hasMoved && !begun.hours) onChange(OFFICE_HOURS);
  };
  return { ref, start, drag, end };
}

function applyDrag({ part, time: begin, hours }: Drag, time: number) {
  if (part === 'track' || !hours) return between(begin, time);
  return part === 'both' ? shift(hours, time - begin) : moveEnd(hours, part, time);
}
