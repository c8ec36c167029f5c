import { Switch } from '@mantine/core';
import { useLocale } from '../../../locales/locale.tsx';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { TimeField } from '../../../ui/form/time-field.tsx';
import type { SettingsShown } from '../model/queries.ts';
import styles from './week.module.css';

type Hours = NonNullable<SettingsShown['office_hours']>;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const OPEN = ['09:00', '18:00'];

export const WORKING_WEEK: Hours = { mon: OPEN, tue: OPEN, wed: OPEN, thu: OPEN, fri: OPEN, sat: null, sun: null };

/** From when to when on each day. */
export function Week({ value, onChange }: { value: Hours; onChange: (hours: Hours) => void }) {
  const { locale } = useLocale();
  const { opens, closes, closed, endsFirst } = useWidgetTexts();
  const names = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return (
    <div className={styles.week}>
      {DAYS.map((day, at) => {
        const name = names.format(MONDAY + at * DAY_MS);
        const hours = value[day];
        const [from = '', to = ''] = hours ?? [];
        const set = (next: string[] | null) => onChange({ ...value, [day]: next });
        return (
          <div key={day} className={styles.day}>
            <Switch
              withThumbIndicator={false}
              label={name}
              className={styles.name ?? ''}
              checked={hours !== null}
              onChange={({ currentTarget }) => set(currentTarget.checked ? OPEN : null)}
            />
            {hours ? (
              <span className={styles.times}>
                <TimeField
                  className={styles.time ?? ''}
                  label={opens(name)}
                  value={from}
                  onChange={(time) => set([time, to])}
                />
                <span aria-hidden>–</span>
                <TimeField
                  className={styles.time ?? ''}
                  label={closes(name)}
                  value={to}
                  // Midnight ends the day.
                  onChange={(time) => set([from, time === '00:00' ? '24:00' : time])}
                />
              </span>
            ) : (
              <span className={styles.closed}>{closed}</span>
            )}
            {from >= to && hours && (
              <span className={styles.wrong} role="alert">
                {endsFirst}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}
