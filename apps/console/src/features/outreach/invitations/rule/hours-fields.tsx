import { Chip, Switch } from '@mantine/core';
import { useId } from 'react';
import { useSession } from '../../../../data/session.ts';
import { useInvitationRuleTexts } from '../../../../locales/pages/invitation-rule.ts';
import { TimeField } from '../../../../ui/form/time-field.tsx';
import { useFormats } from '../../../../ui/report/figures/use-formats.ts';
import type { RuleFieldsProps } from '../values/fields-props.ts';
import styles from './rule-fields.module.css';

/** 1 is Monday. */
const WEEK = [1, 2, 3, 4, 5, 6, 7];
const OFFICE = { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' };

/** Days and hours, in the account's time zone. */
export function HoursFields(props: RuleFieldsProps) {
  const { rule, change } = props;
  const texts = useInvitationRuleTexts();
  const { timezone } = useSession().account;
  return (
    <div>
      <Switch
        label={texts.schedule}
        description={texts.scheduleLead(timezone.replaceAll('_', ' '))}
        checked={rule.schedule !== null}
        onChange={({ currentTarget }) => change({ schedule: currentTarget.checked ? OFFICE : null })}
      />
      {rule.schedule && <Hours {...props} schedule={rule.schedule} />}
    </div>
  );
}

type Schedule = NonNullable<RuleFieldsProps['rule']['schedule']>;

function Hours({ schedule, errors, change }: RuleFieldsProps & { schedule: Schedule }) {
  const texts = useInvitationRuleTexts();
  const { weekday } = useFormats();
  const id = useId();
  const error = errors['schedule.days'] ?? errors['schedule.to'] ?? errors.schedule;
  return (
    <div className={styles.hours}>
      <fieldset className={styles.bare} aria-label={texts.days} {...(error && { 'aria-describedby': id })}>
        <Chip.Group
          multiple
          value={schedule.days.map(String)}
          onChange={(days) => change({ schedule: { ...schedule, days: days.map(Number).toSorted((a, b) => a - b) } })}
        >
          <div className={styles.days}>
            {WEEK.map((day) => (
              <Chip key={day} value={String(day)} size="sm">
                {weekday(day, 'short')}
              </Chip>
            ))}
          </div>
        </Chip.Group>
      </fieldset>
      <div className={styles.times}>
        <TimeField
          label={texts.hoursFrom}
          value={schedule.from}
          onChange={(from) => change({ schedule: { ...schedule, from } })}
        />
        <span aria-hidden>–</span>
        <TimeField
          label={texts.hoursTo}
          value={schedule.to}
          onChange={(to) => change({ schedule: { ...schedule, to } })}
        />
        {schedule.to < schedule.from && <span className={styles.aside}>{texts.overnight}</span>}
      </div>
      {error && (
        <p className={styles.error} role="alert" id={id}>
          {error}
        </p>
      )}
    </div>
  );
}
