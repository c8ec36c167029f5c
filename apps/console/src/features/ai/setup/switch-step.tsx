import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { settingsQuery } from '../model/ai-queries.ts';

export function SwitchStep({ onDone }: { onDone: () => void }) {
  const { setup: texts } = useAiTexts();
  const { saving } = useTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { mode: 'answer' },
    validate: () => ({}),
    send: ({ mode }) => api.aiSettings.update({ body: { enabled: true, shadow_mode: mode === 'draft' } }),
    onSuccess: (settings) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings);
      notify({ kind: 'done', text: texts.finished });
      onDone();
    },
  });
  const { value, onChange } = getInputProps('mode');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Radio.Group value={value ?? 'answer'} onChange={onChange} aria-label={texts.switch}>
          <Stack gap="sm">
            <Radio value="answer" label={texts.answer} description={texts.answerLead} />
            <Radio value="draft" label={texts.draft} description={texts.draftLead} />
          </Stack>
        </Radio.Group>
        <FormFailure>{failure}</FormFailure>
        <div>
          <SubmitButton label={texts.switchOn} busyLabel={saving} isPending={isPending} />
        </div>
      </Stack>
    </form>
  );
}
