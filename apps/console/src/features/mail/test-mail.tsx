import { Button, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useMailTexts } from '../../locales/pages/mail.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import styles from './test-mail.module.css';

/** Sends a test e-mail, and shows the mail server's own words. */
export function TestMail({ to }: { to: string }) {
  const texts = useMailTexts();
  const explain = useExplain();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => api.mail.test() });
  const Icon = data?.sent ? IconCircleCheck : IconAlertCircle;
  return (
    <Stack gap="md">
      <Text>{texts.testTo(to)}</Text>
      <div>
        <Button variant="default" aria-busy={isPending} onClick={() => isPending || mutate()}>
          {isPending ? texts.sending : texts.send}
        </Button>
      </div>
      <div role="status">
        {data && !isPending && (
          <div className={styles.result} data-sent={data.sent || undefined}>
            <Icon size={18} stroke={1.75} aria-hidden className={styles.icon} />
            <div className={styles.words}>
              <Text fw={500}>{data.sent ? texts.sent : texts.refused}</Text>
              <code className={styles.response} dir="ltr">
                {data.response}
              </code>
            </div>
          </div>
        )}
      </div>
      <FormFailure>{error && !isPending ? explain(error) : undefined}</FormFailure>
    </Stack>
  );
}
