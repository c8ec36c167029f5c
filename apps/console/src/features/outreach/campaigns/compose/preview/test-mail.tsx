import type { EmailSettings } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../../data/api.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { ServerResponse } from '../../../../../ui/feedback/server-response.tsx';
import { TestSend } from '../../../sends/compose/test-send.tsx';

interface TestMailProps {
  settings: EmailSettings;
  contactId: string | null;
  /** With the errors of fields; returns whether there are any. */
  onRefused: (error: unknown) => boolean;
}

/** Sends the mail as it is written now to the reader, and shows the mail server's own words. */
export function TestMail({ settings, contactId, onRefused }: TestMailProps) {
  const texts = useCampaignComposerTexts();
  const mutation = useMutation({
    mutationFn: () => api.campaigns.test({ body: { settings, ...(contactId && { contact_id: contactId }) } }),
    onError: onRefused,
  });
  const isEmpty = !settings.subject || !(settings.html || settings.text);
  const { data } = mutation;
  return (
    <TestSend texts={texts} isEmpty={isEmpty} mutation={mutation}>
      {data && (
        <ServerResponse
          isGood={data.sent}
          heading={data.sent ? texts.tested(data.to) : texts.testRefused(data.to)}
          response={data.response}
        />
      )}
    </TestSend>
  );
}
