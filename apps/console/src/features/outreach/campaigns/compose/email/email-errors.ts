import { useTexts } from '../../../../../locales/locale.tsx';
import { useCampaignComposerTexts } from '../../../../../locales/pages/campaign-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { checkEmail } from '../../../../../ui/form/emails.ts';
import { type ErrorsOf, refusalOf, sharedFields, useSendCheck } from '../../../sends/compose/draft/send-errors.ts';
import { contentOf, type EmailValues } from './email-values.ts';

export type EmailErrors = ErrorsOf<EmailValues & { audience: string }>;

/** A part of the form. */
export interface EmailFieldsProps {
  draft: EmailValues;
  errors: EmailErrors;
  change: (changes: Partial<EmailValues>) => void;
}

/** What is to be corrected before an e-mail can be saved. */
export function useEmailCheck() {
  const texts = useCampaignComposerTexts();
  const all = useTexts();
  const check = useSendCheck();
  return (values: EmailValues, isStarting: boolean): EmailErrors => ({
    ...check(values),
    replyTo: values.replyTo.trim() ? checkEmail(values.replyTo, all) : undefined,
    ...(isStarting && !values.subject.trim() && { subject: texts.subjectMissing }),
    ...(isStarting && !Object.keys(contentOf(values)).length && { [values.mode]: texts.bodyMissing }),
  });
}

const FIELDS = [
  ['settings.subject', 'subject'],
  ['settings.preheader', 'preheader'],
  ['settings.html', 'html'],
  ['settings.text', 'text'],
  ['settings.from_name', 'fromName'],
  ['settings.reply_to', 'replyTo'],
  ...sharedFields,
] as const;

/** Puts what the server refused at its fields, in words; undefined if it was something else. */
export function useEmailRefusal() {
  const texts = useCampaignComposerTexts();
  const shared = useSendComposerTexts();
  const words: Record<string, string> = { ...shared.refused, ...texts.refused };
  return (error: unknown): EmailErrors | undefined =>
    refusalOf(error, FIELDS, ({ field, variable }) =>
      variable ? shared.unknownVariable(variable) : (words[field] ?? shared.refusedField),
    );
}
