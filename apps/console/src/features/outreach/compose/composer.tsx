import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useBroadcastComposerTexts } from '../../../locales/pages/broadcast-composer.ts';
import type { useDraft } from '../../../ui/form/use-draft.ts';
import type { Broadcast } from '../model/broadcast-queries.ts';
import { AudienceCount } from './audience/audience-count.tsx';
import { AudienceFields } from './audience/audience-fields.tsx';
import { ChannelChoice } from './channel-choice.tsx';
import styles from './composer.module.css';
import type { DraftErrors } from './draft/draft-errors.ts';
import type { DraftValues } from './draft/draft-values.ts';
import { usePreview } from './draft/use-preview.ts';
import { MessageFields } from './message/message-fields.tsx';
import { MessagePreview } from './message/message-preview.tsx';
import { SenderField } from './message/sender-field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

export type DraftState = ReturnType<typeof useDraft<DraftValues, Broadcast>>;

interface ComposerProps {
  state: DraftState;
  /** The channel of a saved draft stays. */
  isSaved?: boolean;
  /** The bar that saves and starts. */
  children: ReactNode;
}

/** The fields of a draft beside whom it reaches and how it looks. */
export function Composer({ state, isSaved = false, children }: ComposerProps) {
  const texts = useBroadcastComposerTexts();
  const { draft, change } = state;
  const preview = usePreview(draft);
  const errors: DraftErrors = { ...preview.errors, ...onlyGiven(state.errors) };
  const fields = { draft, errors, change };
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate aria-label={texts.form}>
      <div className={styles.columns}>
        <div className={styles.fields}>
          <TextInput
            label={texts.name}
            description={texts.nameLead}
            value={draft.name}
            error={errors.name}
            maxLength={255}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          />
          <ChannelChoice {...fields} isFixed={isSaved} />
          <Section heading={texts.message}>
            <MessageFields {...fields} />
            <SenderField {...fields} />
          </Section>
          <Section heading={texts.audience} lead={texts.audienceLead}>
            <AudienceFields {...fields} />
          </Section>
          <Section heading={texts.schedule}>
            <ScheduleFields {...fields} />
          </Section>
        </div>
        <aside className={styles.aside} aria-label={texts.result}>
          <AudienceCount query={preview.query} error={errors.audience} />
          <MessagePreview draft={draft} samples={preview.query.data?.samples ?? []} />
        </aside>
      </div>
      {children}
    </form>
  );
}

function Section({ heading, lead, children }: { heading: string; lead?: string; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.heading}>{heading}</legend>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </fieldset>
  );
}

const onlyGiven = (errors: DraftErrors): DraftErrors =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error));
