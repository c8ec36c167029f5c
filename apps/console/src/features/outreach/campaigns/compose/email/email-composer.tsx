import { type ReactNode, useState } from 'react';
import { useSession } from '../../../../../data/session.ts';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { useDraft } from '../../../../../ui/form/use-draft.ts';
import { AudienceCount } from '../../../sends/compose/audience/audience-count.tsx';
import { AudienceFields } from '../../../sends/compose/audience/audience-fields.tsx';
import { ComposerLayout, NameField, Section } from '../../../sends/compose/composer-layout.tsx';
import { onlyErrors } from '../../../sends/compose/draft/send-errors.ts';
import { ScheduleFields } from '../../../sends/compose/schedule-fields.tsx';
import type { Campaign } from '../../model/campaign-queries.ts';
import { MailPreview } from '../preview/mail-preview.tsx';
import { TestMail } from '../preview/test-mail.tsx';
import { type EmailErrors, useEmailRefusal } from './email-errors.ts';
import type { EmailValues } from './email-values.ts';
import { LetterFields } from './letter-fields.tsx';
import { ConsentField, SenderFields } from './sender-fields.tsx';
import { previewedSettings, useEmailPreview } from './use-email-preview.ts';

interface EmailComposerProps {
  state: ReturnType<typeof useDraft<EmailValues, Campaign>>;
  /** The bar that saves and starts. */
  children: ReactNode;
}

/** The fields of an e-mail beside whom it reaches and how it looks in a mail client. */
export function EmailComposer({ state, children }: EmailComposerProps) {
  const texts = useCampaignComposerTexts();
  const shared = useSendComposerTexts();
  const { timezone } = useSession().account;
  const refusalOf = useEmailRefusal();
  const { draft, change, showErrors } = state;
  const [contactId, setContactId] = useState<string | null>(null);
  const preview = useEmailPreview(draft, contactId);
  const errors: EmailErrors = { ...preview.errors, ...onlyErrors(state.errors) };
  const fields = { draft, errors, change };
  const settings = previewedSettings(draft, timezone);
  const refuse = (error: unknown) => {
    const found = refusalOf(error);
    if (found) showErrors(found);
    return found !== undefined;
  };
  return (
    <ComposerLayout
      label={texts.form}
      state={state}
      isEven
      fields={
        <>
          <NameField {...fields} />
          <Section heading={texts.letter}>
            <LetterFields {...fields} />
          </Section>
          <Section heading={texts.sender}>
            <SenderFields {...fields} />
          </Section>
          <Section heading={shared.audience} lead={texts.audienceLead}>
            <AudienceFields {...fields} />
            <ConsentField {...fields} />
            <AudienceCount query={preview.query} error={errors.audience} />
          </Section>
          <Section heading={shared.schedule}>
            <ScheduleFields {...fields} />
          </Section>
        </>
      }
      aside={
        <MailPreview
          settings={settings}
          samples={preview.query.data?.samples ?? []}
          contactId={contactId}
          onChooseContact={setContactId}
        >
          <TestMail settings={settings} contactId={contactId} onRefused={refuse} />
        </MailPreview>
      }
    >
      {children}
    </ComposerLayout>
  );
}
