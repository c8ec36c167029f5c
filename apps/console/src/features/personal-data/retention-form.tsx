import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api } from '../../data/api.ts';
import { useLocale } from '../../locales/locale.tsx';
import { usePersonalDataTexts } from '../../locales/pages/personal-data.ts';
import { SegmentedChoice } from '../../ui/controls/segmented-choice.tsx';
import { useExplain } from '../../ui/feedback/explain.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';

const MIN_DAYS = 30;
const MAX_DAYS = 3_650;
const SUGGESTED_DAYS = '365';

/** Says how many chats would go before a limit is stored. */
export function RetentionForm({ stored }: { stored: number | null }) {
  const texts = usePersonalDataTexts();
  const { locale } = useLocale();
  const explain = useExplain();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const [isLimited, setLimited] = useState(stored !== null);
  const [days, setDays] = useState(stored === null ? SUGGESTED_DAYS : String(stored));
  const [error, setError] = useState<string>();
  const [plan, setPlan] = useState<{ days: number; chats: number }>();
  const save = async (chats_keep_days: number | null) => {
    const account = await api.account.update({ body: { chats_keep_days } });
    queryClient.setQueryData(['account'], account);
    notify({ kind: 'done', text: texts.saved });
  };
  const submission = useMutation({
    mutationFn: async (chosen: number | null) => {
      if (chosen === null || (stored !== null && chosen >= stored)) return save(chosen);
      const { chats } = await api.account.countOldChats({ query: { chats_keep_days: chosen } });
      setPlan({ days: chosen, chats });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submission.isPending) return;
    const chosen = Number(days);
    const isRight = !isLimited || (Number.isInteger(chosen) && chosen >= MIN_DAYS && chosen <= MAX_DAYS);
    setError(isRight ? undefined : texts.daysWrong);
    if (isRight) submission.mutate(isLimited ? chosen : null);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SegmentedChoice
          label={texts.keep}
          value={isLimited ? 'limited' : 'forever'}
          options={[
            { value: 'forever', label: texts.forEver },
            { value: 'limited', label: texts.limited },
          ]}
          onChange={(value) => setLimited(value === 'limited')}
        />
        {isLimited && (
          <TextInput
            label={texts.days}
            description={texts.daysRule}
            inputMode="numeric"
            maxLength={5}
            value={days}
            error={error}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
        )}
        <FormFailure>{submission.error ? explain(submission.error) : undefined}</FormFailure>
        <div>
          <SubmitButton label={texts.save} busyLabel={texts.checking} isPending={submission.isPending} />
        </div>
      </Stack>
      <ConfirmDialog
        title={texts.ask((plan?.days ?? 0).toLocaleString(locale))}
        label={texts.confirm}
        isOpen={plan !== undefined}
        onClose={() => setPlan(undefined)}
        send={async () => plan && save(plan.days)}
      >
        {texts.askLead((plan?.chats ?? 0).toLocaleString(locale))}
      </ConfirmDialog>
    </form>
  );
}
