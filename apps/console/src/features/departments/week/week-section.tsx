import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import { api } from '../../../data/api.ts';
import type { Department } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { useDraft } from '../department-queries.ts';
import { SaveActions } from '../save-actions.tsx';
import { DayRow } from './day-row.tsx';
import styles from './week.module.css';
import { backwardsDays, copyDay, weekdays } from './week.ts';

const SCALE = [0, 6, 12, 18, 24];

interface WeekSectionProps {
  department: Department;
  /** Undefined until it is known. */
  timezone: string | undefined;
}

/** The opening hours of a department. */
export function WeekSection({ department, timezone }: WeekSectionProps) {
  const { week: texts } = useDepartmentsTexts();
  const id = useId();
  const draft = useDraft(department.schedule, (schedule) =>
    api.departments.setSchedule({ params: { id: department.id }, body: { schedule } }),
  );
  const wrong = backwardsDays(draft.draft);
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <div>
          <Title order={2} id={id}>
            {texts.heading}
          </Title>
          <Text c="dimmed" mt={4}>
            {texts.lead} {texts.hint}
          </Text>
        </div>
        <span className={styles.zone}>{timezone && texts.timezone(timezone)}</span>
      </div>
      <div className={styles.scale} aria-hidden>
        {SCALE.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <ul className={styles.days}>
        {weekdays.map((weekday) => (
          <DayRow
            key={weekday}
            weekday={weekday}
            day={draft.draft[weekday]}
            onChange={(day) => draft.change({ ...draft.draft, [weekday]: day })}
            onCopy={(target) => draft.change(copyDay(draft.draft, weekday, target))}
          />
        ))}
      </ul>
      <SaveActions draft={draft} hindrance={wrong.length ? texts.backwards : undefined} />
    </section>
  );
}
