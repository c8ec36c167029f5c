import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { TimeField } from '../../../ui/form/time-field.tsx';
import { HoursTrack } from './hours-track.tsx';
import styles from './week.module.css';
import {
  type CopyTarget,
  DAY_MINUTES,
  type Day,
  formatTime,
  type Hours,
  OFFICE_HOURS,
  parseTime,
  toDay,
  toHours,
  type Weekday,
  weekdays,
} from './week.ts';

interface DayRowProps {
  weekday: Weekday;
  day: Day;
  onChange: (day: Day) => void;
  onCopy: (target: CopyTarget) => void;
}

export function DayRow({ weekday, day, onChange, onCopy }: DayRowProps) {
  const { week: texts } = useDepartmentsTexts();
  const name = texts.days[weekday];
  return (
    <li className={styles.day}>
      <span className={styles.name}>{name}</span>
      <HoursTrack name={name} hours={toHours(day)} onChange={(hours) => onChange(toDay(hours))} />
      <Times name={name} day={day} onChange={onChange} />
      <DayMenu weekday={weekday} onChange={onChange} onCopy={onCopy} />
    </li>
  );
}

/** Midnight ends the day. */
const toEnd = (time: string) => parseTime(time) || DAY_MINUTES;
/** A day can't open at its end. */
const toStart = (time: string) => parseTime(time) % DAY_MINUTES;

function Times({ name, day, onChange }: { name: string; day: Day; onChange: (day: Day) => void }) {
  const { week: texts } = useDepartmentsTexts();
  const hours = toHours(day);
  if (!hours) return <span className={styles.state}>{texts.closed}</span>;
  if (day === 'full') return <span className={styles.state}>{texts.full}</span>;
  // Not `toDay`: while a time is being typed, the day may end before it starts.
  const type = ({ from, to }: Hours) => onChange({ from: formatTime(from), to: formatTime(to) });
  return (
    <span className={styles.times}>
      <TimeField
        className={styles.time ?? ''}
        label={texts.opens(name)}
        value={formatTime(hours.from)}
        onChange={(time) => type({ ...hours, from: toStart(time) })}
      />
      <span aria-hidden>–</span>
      <TimeField
        className={styles.time ?? ''}
        label={texts.closes(name)}
        value={formatTime(hours.to)}
        onChange={(time) => type({ ...hours, to: toEnd(time) })}
      />
    </span>
  );
}

function DayMenu({ weekday, onChange, onCopy }: Omit<DayRowProps, 'day'>) {
  const { week: texts } = useDepartmentsTexts();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={texts.change(texts.days[weekday])}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onChange('full')}>{texts.setFull}</Menu.Item>
        <Menu.Item onClick={() => onChange(toDay(OFFICE_HOURS))}>{texts.setHours}</Menu.Item>
        <Menu.Item onClick={() => onChange(null)}>{texts.setClosed}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.copyTo}</Menu.Label>
        {(['weekdays', 'everyDay'] as const).map((target) => (
          <Menu.Item key={target} onClick={() => onCopy(target)}>
            {texts[target]}
          </Menu.Item>
        ))}
        {weekdays
          .filter((other) => other !== weekday)
          .map((other) => (
            <Menu.Item key={other} onClick={() => onCopy(other)}>
              {texts.days[other]}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
