import { Stack } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { checkNewPassword } from '../../../ui/form/passwords.ts';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { devicesQuery } from '../devices/use-end-session.ts';

export function ChangePassword({ email }: { email: string }) {
  const texts = useTexts();
  const own = useProfileTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const { getInputProps, onSubmit, isPending, failure, reset } = useForm({
    initialValues: { current: '', next: '' },
    validate: ({ current, next }) => ({
      current: current ? undefined : texts.password.missing,
      next: checkNewPassword(next, texts),
    }),
    send: ({ current, next }) => api.session.changePassword({ body: { current_password: current, password: next } }),
    toErrors: (error) =>
      error instanceof ParleyProblem && error.code === 'sign_in_failed'
        ? { fields: { current: texts.password.wrong } }
        : undefined,
    onSuccess: () => {
      reset();
      notify({ kind: 'done', text: own.changed });
      void queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      {/* For password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Stack gap="md">
        <PasswordField {...getInputProps('current')} label={own.current} autoComplete="current-password" />
        <PasswordField
          {...getInputProps('next')}
          label={own.next}
          description={texts.password.rule}
          autoComplete="new-password"
        />
        <div>
          <SubmitButton label={own.change} busyLabel={texts.saving} isPending={isPending} />
        </div>
        <FormFailure>{failure}</FormFailure>
      </Stack>
    </form>
  );
}
