import { type ReactNode, useState } from 'react';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import type { useDraft } from '../../../../ui/form/use-draft.ts';
import { AudienceCount } from '../../sends/compose/audience/audience-count.tsx';
import { AudienceFields } from '../../sends/compose/audience/audience-fields.tsx';
import { ComposerLayout, NameField, Section } from '../../sends/compose/composer-layout.tsx';
import { onlyErrors } from '../../sends/compose/draft/send-errors.ts';
import { ScheduleFields } from '../../sends/compose/schedule-fields.tsx';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { ChannelChoice } from './channel-choice.tsx';
import type { DraftErrors } from './draft/draft-errors.ts';
import type { DraftValues } from './draft/draft-values.ts';
import { usePreview } from './draft/use-preview.ts';
import { MessageFields } from './message/message-fields.tsx';
import { MessagePreview } from './message/message-preview.tsx';
import { SenderField } from './message/sender-field.tsx';
import { TemplateFields } from './message/template-fields.tsx';

interface ComposerProps {
  state: ReturnType<typeof useDraft<DraftValues, Broadcast>>;
  /** The channel of a saved draft stays. */
  isSaved?: boolean;
  /** The bar that saves and starts. */
  children: ReactNode;
}

/** The fields of a draft beside whom it reaches and how it looks. */
export function Composer({ state, isSaved = false, children }: ComposerProps) {
  const texts = useBroadcastComposerTexts();
  const shared = useSendComposerTexts();
  const { draft, change } = state;
  const [contactId, setContactId] = useState<string | null>(null);
  const preview = usePreview(draft, contactId);
  const errors: DraftErrors = { ...preview.errors, ...onlyErrors(state.errors) };
  const fields = { draft, errors, change };
  return (
    <ComposerLayout
      label={texts.form}
      state={state}
      fields={
        <>
          <NameField {...fields} />
          <ChannelChoice {...fields} isFixed={isSaved} />
          <Section heading={texts.message}>
            <MessageFields {...fields} />
            <SenderField {...fields} />
          </Section>
          {draft.channel === 'wa' && (
            <Section heading={texts.template} lead={texts.templateLead}>
              <TemplateFields {...fields} />
            </Section>
          )}
          <Section heading={shared.audience} lead={texts.audienceLead}>
            <AudienceFields {...fields} />
          </Section>
          <Section heading={shared.schedule}>
            <ScheduleFields {...fields} />
          </Section>
        </>
      }
      aside={
        <>
          <AudienceCount query={preview.query} error={errors.audience} />
          <MessagePreview
            draft={draft}
            samples={preview.query.data?.samples ?? []}
            contactId={contactId}
            onChooseContact={setContactId}
          />
        </>
      }
    >
      {children}
    </ComposerLayout>
  );
}
