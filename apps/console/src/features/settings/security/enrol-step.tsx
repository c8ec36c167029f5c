import { Anchor, Stack, Text } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { CopyIcon } from '../../../ui/controls/copy-icon.tsx';
import { CodeField, digitsOf } from '../../../ui/form/code-field.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import styles from './enrol-step.module.css';
import { QrCode } from './qr-code.tsx';

export interface Enrolment {
  secret: string;
  uri: string;
}

interface EnrolStepProps {
  enrolment: Enrolment;
  onDone: () => void;
  onCancel: () => void;
}

/** Shows the secret as QR code, text and link, and confirms it with a first code. */
export function EnrolStep({ enrolment, onDone, onCancel }: EnrolStepProps) {
  const { twoFactor: texts } = useProfileTexts();
  const { code, password } = useTexts();
  const { getInputProps, onSubmit, isPending, failure } = useForm({
    initialValues: { code: '' },
    autoFocus: 'code',
    validate: (values) => ({ code: digitsOf(values.code).length === 6 ? undefined : code.missing }),
    send: (values) => api.session.confirmTotp({ body: { code: digitsOf(values.code) } }),
    toErrors: (error) =>
      error instanceof ParleyProblem && (error.code === 'validation_failed' || error.code === 'sign_in_failed')
        ? { fields: { code: code.wrong } }
        : undefined,
    onSuccess: onDone,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <div className={styles.secret}>
          <QrCode text={enrolment.uri} label={texts.qr} />
          <Stack gap="xs" className={styles.words}>
            <Text fw={500}>{texts.scan}</Text>
            <Text c="dimmed">{texts.orType}</Text>
            <div className={styles.key} dir="ltr">
              <code className={styles.digits}>{enrolment.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
              <CopyIcon value={enrolment.secret} label={texts.orType} />
            </div>
            <Anchor href={enrolment.uri}>{texts.orOpen}</Anchor>
          </Stack>
        </div>
        <CodeField {...getInputProps('code')} label={texts.thenCode} />
        <FormActions
          label={texts.confirm}
          busyLabel={password.checking}
          isPending={isPending}
          failure={failure}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
