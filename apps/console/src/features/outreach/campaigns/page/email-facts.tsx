import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../data/api.ts';
import { useCampaignsTexts } from '../../../../locales/pages/campaigns.ts';
import { useSendsTexts } from '../../../../locales/pages/sends.ts';
import { DescriptionList } from '../../../../ui/layout/description-list.tsx';
import { Dialog } from '../../../../ui/layout/dialog.tsx';
import { useSendFacts } from '../../sends/page/send-facts.ts';
import { MailPreview } from '../compose/preview/mail-preview.tsx';
import type { EmailCampaign } from '../model/campaign-queries.ts';
import styles from './campaign.module.css';

/** What was sent, from whom, and who confirmed that the recipients agreed. */
export function EmailFacts({ campaign }: { campaign: EmailCampaign }) {
  const texts = useCampaignsTexts();
  const { details } = useSendsTexts();
  const [isReading, setReading] = useState(false);
  const { settings } = campaign;
  const facts = [
    { name: texts.subject, value: settings.subject ?? '' },
    { name: texts.fromName, value: settings.from_name ?? null, absent: texts.ownName },
    ...(settings.reply_to ? [{ name: texts.replyTo, value: settings.reply_to }] : []),
    { name: texts.basis, value: texts.bases[settings.consent_basis ?? 'recorded'] },
    ...useSendFacts(campaign),
  ];
  return (
    <section className={styles.facts} aria-label={details}>
      <DescriptionList facts={facts} />
      <Button
        variant="default"
        leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
        className={styles.read}
        onClick={() => setReading(true)}
      >
        {texts.showMail}
      </Button>
      <Dialog title={texts.letter} isWide isOpen={isReading} onClose={() => setReading(false)}>
        <SentMail campaign={campaign} />
      </Dialog>
    </section>
  );
}

/** The mail as the recipients have got it. */
function SentMail({ campaign: { id, settings } }: { campaign: EmailCampaign }) {
  const [contactId, setContactId] = useState<string | null>(null);
  const { data } = useQuery({
    queryKey: ['campaigns', 'mail', id, contactId],
    queryFn: ({ signal }) =>
      api.campaigns.preview({ body: { type: 'email', settings, ...(contactId && { contact_id: contactId }) }, signal }),
  });
  return (
    <MailPreview
      settings={settings}
      samples={data?.samples ?? []}
      contactId={contactId}
      onChooseContact={setContactId}
    />
  );
}
