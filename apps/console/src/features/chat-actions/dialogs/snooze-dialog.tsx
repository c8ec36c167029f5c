import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoment, morning, snoozeTimes } from '../../../entities/chat/snooze-times.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import styles from './snooze-dialog.module.css';

interface SnoozeDialogProps {
  actions: ChatActions;
  isOpen: boolean;
  onClose: () => void;
}

/** All snooze times and any other date, where the menu is hidden or too short. */
export function SnoozeDialog({ actions, isOpen, onClose }: SnoozeDialogProps) {
  const { chatActions: texts } = useLocale().texts;
  const snooze = (until: string | null) => {
    onClose();
    void actions.snooze(until);
  };
  return (
    <Dialog title={texts.snooze} isOpen={isOpen} onClose={onClose}>
      <Choices onChoose={snooze} />
      <MomentForm onChoose={snooze} onCancel={onClose} />
    </Dialog>
  );
}

function Choices({ onChoose }: { onChoose: (until: string | null) => void }) {
  const { locale, texts } = useLocale();
  const { chatActions: own } = texts;
  const now = new Date();
  return (
    <div className={styles.choices}>
      {snoozeTimes(now).map(({ name, at }) => (
        <Button key={name} variant="default" onClick={() => onChoose(at.toISOString())}>
          {own.snoozeTimes[name]} <span className={styles.time}>{formatMoment(at, now, locale)}</span>
        </Button>
      ))}
      <Button variant="default" onClick={() => onChoose(null)}>
        {own.snoozeUntilReply}
      </Button>
    </div>
  );
}

const YEAR_MS = 365 * 86_400_000;

function MomentForm({ onChoose, onCancel }: { onChoose: (until: string) => void; onCancel: () => void }) {
  const { chatActions: texts, cancel } = useLocale().texts;
  const [tomorrow] = useState(() => toFieldValue(morning(new Date(), 1)));
  const { getInputProps, onSubmit } = useForm({
    initialValues: { moment: tomorrow },
    autoFocus: 'moment',
    validate: ({ moment }) => ({ moment: validateMoment(moment) }),
    send: async ({ moment }) => new Date(moment).toISOString(),
    onSuccess: onChoose,
  });
  function validateMoment(moment: string) {
    const at = Date.parse(moment);
    // Negated, because an empty field parses to NaN.
    if (!(at > Date.now())) return texts.snoozePast;
    return at > Date.now() + YEAR_MS ? texts.snoozeFar : undefined;
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput
          {...getInputProps('moment')}
          type="datetime-local"
          label={texts.snoozeMoment}
          min={toFieldValue(new Date())}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {cancel}
          </Button>
          <Button type="submit">{texts.snooze}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A `datetime-local` field takes local time. */
function toFieldValue(at: Date) {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
