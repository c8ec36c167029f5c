import { Button, Checkbox, Chip, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../data/api.ts';
import { useSession } from '../../data/session.ts';
import { useFirstStepsTexts } from '../../locales/pages/first-steps.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TimeField } from '../../ui/form/time-field.tsx';
import styles from './first-steps.module.css';
import { MailServerHint } from './mail-server-hint.tsx';
import { hoursQuery } from './use-steps.ts';

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Hours = [from: string, to: string];

const weekOf = (open: string[], hours: Hours) =>
  Object.fromEntries(days.map((day) => [day, open.includes(day) ? hours : null]));

/** Office hours in one go: the same on all chosen days, or around the clock. Offers to mail replies to visitors who have left. */
export function HoursForm() {
  const texts = useFirstStepsTexts();
  const { timezone } = useSession().account;
  const queryClient = useQueryClient();
  const explain = useExplain();
  const [open, setOpen] = useState<string[]>(['mon', 'tue', 'wed', 'thu', 'fri']);
  const [[from, to], setHours] = useState<Hours>(['09:00', '18:00']);
  const [isMailed, setMailed] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (office_hours: Record<string, Hours | null>) =>
      api.widget.updateSettings({ body: { office_hours, ...(isMailed && { unseen_reply_mail: true }) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: hoursQuery.queryKey }),
  });
  const isValid = open.length > 0 && from < to;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isValid) mutate(weekOf(open, [from, to]));
  };
  return (
    <form onSubmit={submit} noValidate className={styles.hours}>
      <Chip.Group multiple value={open} onChange={setOpen}>
        <Group gap={4} role="group" aria-label={texts.days}>
          {days.map((day) => (
            <Chip key={day} value={day} size="sm" variant="outline">
              {texts.dayNames[day]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group gap="xs" className={styles.times}>
        <TimeField label={texts.from} value={from} onChange={(time) => setHours([time, to])} />
        <span aria-hidden>–</span>
        <TimeField label={texts.to} value={to} onChange={(time) => setHours([from, time])} />
        <Text size="xs">{timezone}</Text>
      </Group>
      <Checkbox
        checked={isMailed}
        onChange={({ currentTarget }) => setMailed(currentTarget.checked)}
        label={texts.mailReplies}
        description={isMailed ? <MailServerHint /> : undefined}
      />
      <Group gap="xs">
        <SubmitButton label={texts.saveHours} busyLabel={texts.saving} isPending={isPending} />
        <Button variant="default" disabled={isPending} onClick={() => mutate(weekOf([...days], ['00:00', '24:00']))}>
          {texts.always}
        </Button>
      </Group>
      <FormFailure>{isValid ? (error ? explain(error) : undefined) : texts.hoursWrong}</FormFailure>
    </form>
  );
}
