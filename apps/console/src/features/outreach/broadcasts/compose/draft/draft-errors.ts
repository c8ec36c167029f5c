import { ParleyProblem } from '@parley/sdk';
import { useBroadcastComposerTexts } from '../../../../../locales/pages/broadcast-composer.ts';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import { type ErrorsOf, refusalOf, sharedFields, useSendCheck } from '../../../sends/compose/draft/send-errors.ts';
import { type DraftValues, messageOf } from './draft-values.ts';

export type DraftErrors = ErrorsOf<DraftValues & { audience: string }>;

/** Buttons lead to public pages. */
export const isLink = (text: string) => /^https:\/\/./i.test(text.trim()) && URL.canParse(text.trim());

/** What is to be corrected before a draft can be saved. */
export function useDraftCheck() {
  const texts = useBroadcastComposerTexts();
  const check = useSendCheck();
  return (values: DraftValues, isStarting: boolean): DraftErrors => {
    const { buttons, kind } = values;
    const hasWrongButton = buttons.some(({ label, url }) => !label.trim() || !isLink(url));
    return {
      ...check(values),
      buttons: kind === 'keyboard' && hasWrongButton ? texts.buttonsWrong : undefined,
      ...(isStarting && !messageOf(values) && { [kind === 'file' ? 'file' : 'body']: missing(kind, texts) }),
    };
  };
}

const missing = (kind: DraftValues['kind'], texts: { fileMissing: string; bodyMissing: string }) =>
  kind === 'file' ? texts.fileMissing : texts.bodyMissing;

const FIELDS = [
  ['settings.message.keyboard', 'buttons'],
  ['settings.message.file', 'file'],
  ['settings.message', 'body'],
  ['settings.agent_id', 'agentId'],
  ['settings.template.name', 'templateName'],
  ['settings.template.language', 'templateLanguage'],
  ['settings.template.parameters', 'templateParameters'],
  ...sharedFields,
  ['channel', 'channel'],
] as const;

/** Puts what the server refused at its fields, in words; undefined if it was something else. */
export function useDraftRefusal() {
  const texts = useBroadcastComposerTexts();
  const shared = useSendComposerTexts();
  const words: Record<string, string> = { ...shared.refused, ...texts.refused };
  return (error: unknown): DraftErrors | undefined => {
    if (error instanceof ParleyProblem && error.code === 'channel_not_ready') return { channel: texts.channelRefused };
    return refusalOf(error, FIELDS, ({ member, field, variable }) => {
      if (variable && (field === 'body' || field === 'templateParameters')) return shared.unknownVariable(variable);
      if (member === 'settings.message') return texts.bodyMissing;
      return words[field] ?? shared.refusedField;
    });
  };
}
