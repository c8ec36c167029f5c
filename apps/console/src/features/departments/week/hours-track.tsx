import type { KeyboardEvent } from 'react';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { useHoursDrag } from './use-hours-drag.ts';
import styles from './week.module.css';
import { DAY_MINUTES, formatTime, type Hours, moveEnd, STEP } from './week.ts';

interface HoursTrackProps {
  /** Of the day. */
  name: string;
  /** Null if closed. */
  hours: Hours | null;
  onChange: (hours: Hours) => void;
}

const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;

/** A day as a line of 24 hours: draw hours on it, move them, or drag their ends. */
export function HoursTrack({ name, hours, onChange }: HoursTrackProps) {
  const { ref, start, drag, end } = useHoursDrag(hours, onChange);
  return (
    <div
      ref={ref}
      className={styles.track}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {hours && hours.from < hours.to && (
        <div
          className={styles.hours}
          data-part="both"
          style={{ insetInlineStart: percent(hours.from), inlineSize: percent(hours.to - hours.from) }}
        >
          <Handle name={name} end="from" hours={hours} onChange={onChange} />
          <Handle name={name} end="to" hours={hours} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

interface HandleProps extends HoursTrackProps {
  end: keyof Hours;
  hours: Hours;
}

/** An end of the hours. */
function Handle({ name, end, hours, onChange }: HandleProps) {
  const { week: texts } = useDepartmentsTexts();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const time = timeByKey(event, hours[end]);
    if (time === undefined) return;
    event.preventDefault();
    onChange(moveEnd(hours, end, time));
  };
  return (
    <span
      className={styles.handle}
      data-part={end}
      role="slider"
      tabIndex={0}
      aria-label={end === 'from' ? texts.opens(name) : texts.closes(name)}
      aria-valuemin={0}
      aria-valuemax={DAY_MINUTES}
      aria-valuenow={hours[end]}
      aria-valuetext={formatTime(hours[end])}
      onKeyDown={press}
    />
  );
}

/** Undefined for keys that move nothing. */
function timeByKey({ key, currentTarget }: KeyboardEvent<HTMLElement>, time: number) {
  const forward = getComputedStyle(currentTarget).direction === 'rtl' ? -STEP : STEP;
  const moves: Record<string, number> = {
    ArrowRight: time + forward,
    ArrowLeft: time - forward,
    ArrowUp: time + STEP,
    ArrowDown: time - STEP,
    PageUp: time + 60,
    PageDown: time - 60,
    Home: 0,
    End: DAY_MINUTES,
  };
  return moves[key];
}
