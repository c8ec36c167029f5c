import { Button } from '@mantine/core';
import type { EmailSettings } from '@parley/contract';
import { IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useExplain } from '../../../../../ui/feedback/explain.ts';
import { ServerResponse } from '../../../../../ui/feedback/server-response.tsx';
import { FormFailure } from '../../../../../ui/form/form-failure.tsx';
import styles from './test-mail.module.css';

interface TestMailProps {
  settings: EmailSettings;
  contactId: string | null;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Sends the mail as it is written now to the reader, and shows the mail server's own words. */
export function TestMail({ settings, contactId, onRefused }: TestMailProps) {
  const texts = useCampaignComposerTexts();
  const explain = useExplain();
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => api.campaigns.test({ body: { settings, ...(contactId && { contact_id: contactId }) } }),
    onError: onRefused,
  });
  const isEmpty = !settings.subject || !(settings.html || settings.text);
  return (
    <div className={styles.test}>
      <div className={styles.line}>
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          aria-busy={isPending}
          disabled={isEmpty}
          onClick={() => isPending || mutate()}
        >
          {isPending ? texts.testing : texts.test}
        </Button>
        <span className={styles.lead}>{isEmpty ? texts.testEmpty : texts.testLead}</span>
      </div>
      <div role="status">
        {data && !isPending && (
          <ServerResponse
            isGood={data.sent}
            heading={data.sent ? texts.tested(data.to) : texts.testRefused(data.to)}
            response={data.response}
          />
        )}
      </div>
      <FormFailure>{error && !isPending ? explain(error) : undefined}</FormFailure>
    </div>
  );
}
