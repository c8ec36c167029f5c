import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useMailTexts } from '../../locales/pages/mail.ts';
import { useExplain } from '../../ui/feedback/explain.ts';
import { ServerResponse } from '../../ui/feedback/server-response.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';

/** Sends a test e-mail, and shows the mail server's own words. */
export function TestMail({ to }: { to: string }) {
  const texts = useMailTexts();
  const explain = useExplain();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => api.mail.test() });
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
          <ServerResponse
            isGood={data.sent}
            heading={data.sent ? texts.sent : texts.refused}
            response={data.response}
          />
        )}
      </div>
      <FormFailure>{error && !isPending ? explain(error) : undefined}</FormFailure>
    </Stack>
  );
}
