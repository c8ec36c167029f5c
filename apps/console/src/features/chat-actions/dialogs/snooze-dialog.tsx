import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useLocale } from '../../../locales/locale.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { morning, sayMoment, snoozeTimes } from '../commands/snooze-times.ts';
import type { ChatActions } from '../commands/use-chat-actions.ts';
import styles from './snooze-dialog.module.css';

interface SnoozeDialogProps {
  actions: ChatActions;
  isOpen: boolean;
  onClose: () => void;
}

/** Every moment to put a chat aside until, for where the menu has no room or not the right one. */
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
          {own.snoozeTimes[name]} <span className={styles.time}>{sayMoment(at, now, locale)}</span>
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
  const { chatActions: texts } = useLocale().texts;
  const [moment, setMoment] = useState(() => written(morning(new Date(), 1)));
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const at = new Date(moment);
    // Said so that a moment that is not given at all is wrong, too.
    if (!(at.getTime() > Date.now())) return setError(texts.snoozePast);
    if (at.getTime() > Date.now() + YEAR_MS) return setError(texts.snoozeFar);
    onChoose(at.toISOString());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          type="datetime-local"
          label={texts.snoozeMoment}
          value={moment}
          min={written(new Date())}
          error={error}
          onChange={({ currentTarget }) => {
            setMoment(currentTarget.value);
            setError(undefined);
          }}
        />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.snooze}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** As the field writes a moment: by the clock on the wall. */
function written(at: Date) {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}
