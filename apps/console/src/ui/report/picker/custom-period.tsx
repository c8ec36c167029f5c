import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSession } from '../../../data/session.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useReportsTexts } from '../../../locales/pages/reports.ts';
import { Dialog } from '../../layout/dialog.tsx';
import { addDays, dateAt, isDate, type PlainDate } from '../period/dates.ts';
import { useReportSearch, useSetPeriod } from '../period/use-report-period.ts';

interface CustomPeriodProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Asks for the first and the last day. */
export function CustomPeriod({ isOpen, onClose }: CustomPeriodProps) {
  const { presets } = useReportsTexts();
  return (
    <Dialog title={presets.custom} isOpen={isOpen} onClose={onClose}>
      {isOpen && <CustomPeriodForm onClose={onClose} />}
    </Dialog>
  );
}

function CustomPeriodForm({ onClose }: { onClose: () => void }) {
  const { custom: texts } = useReportsTexts();
  const { cancel } = useTexts();
  const setPeriod = useSetPeriod();
  const today = dateAt(Date.now(), useSession().account.timezone);
  const search = useReportSearch();
  const [from, setFrom] = useState(search.from ?? addDays(today, -29));
  const [to, setTo] = useState(search.to ?? today);
  const [isTried, setTried] = useState(false);
  const errors = findErrors({ from, to, today });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (errors.from || errors.to) return;
    setPeriod({ period: 'custom', from, to });
    onClose();
  };
  const field = (name: 'from' | 'to', value: string, set: (value: string) => void) => (
    <TextInput
      type="date"
      label={texts[name]}
      value={value}
      max={today}
      error={isTried && errors[name] && texts[errors[name]]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group grow align="flex-start">
          {field('from', from, setFrom)}
          {field('to', to, setTo)}
        </Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit">{texts.apply}</Button>
        </Group>
      </Stack>
    </form>
  );
}

type DateError = 'missing' | 'future' | 'backwards';

function findErrors({ from, to, today }: Record<'from' | 'to' | 'today', PlainDate>) {
  const errors: { from?: DateError; to?: DateError } = {};
  if (!isDate(from)) errors.from = 'missing';
  else if (from > today) errors.from = 'future';
  if (!isDate(to)) errors.to = 'missing';
  else if (to < from) errors.to = 'backwards';
  return errors;
}
