import { TextInput } from '@mantine/core';
import type { ReactNode, Ref, SubmitEventHandler } from 'react';
import { useSendComposerTexts } from '../../../../locales/pages/send-composer.ts';
import styles from './composer-layout.module.css';

interface ComposerLayoutProps {
  label: string;
  state: { form: Ref<HTMLFormElement>; submit: SubmitEventHandler<HTMLFormElement> };
  fields: ReactNode;
  /** Beside the fields: whom it reaches, and how it looks. */
  aside?: ReactNode;
  /** Gives the aside half of the room. */
  isEven?: boolean;
  /** The bar that saves and starts. */
  children: ReactNode;
}

/** The form of a draft. */
export function ComposerLayout({ label, state, fields, aside, isEven = false, children }: ComposerLayoutProps) {
  const { result } = useSendComposerTexts();
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate aria-label={label}>
      <div className={styles.columns} data-even={isEven || undefined}>
        <div className={styles.fields}>{fields}</div>
        {aside && (
          <aside className={styles.aside} aria-label={result}>
            {aside}
          </aside>
        )}
      </div>
      {children}
    </form>
  );
}

interface SectionProps {
  heading: string;
  lead?: string;
  children: ReactNode;
}

export function Section({ heading, lead, children }: SectionProps) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.heading}>{heading}</legend>
      {lead && <p className={styles.lead}>{lead}</p>}
      {children}
    </fieldset>
  );
}

interface NameFieldProps {
  draft: { name: string };
  errors: { name?: string | undefined };
  change: (changes: { name: string }) => void;
}

export function NameField({ draft, errors, change }: NameFieldProps) {
  const texts = useSendComposerTexts();
  return (
    <TextInput
      label={texts.name}
      description={texts.nameLead}
      value={draft.name}
      error={errors.name}
      maxLength={255}
      autoComplete="off"
      onChange={({ currentTarget }) => change({ name: currentTarget.value })}
    />
  );
}
