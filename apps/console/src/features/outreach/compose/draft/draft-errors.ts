import { ParleyProblem } from '@parley/sdk';
import { useBroadcastComposerTexts } from '../../../../locales/pages/broadcast-composer.ts';
import { type DraftValues, messageOf } from './draft-values.ts';

export type DraftErrors = { [Name in keyof DraftValues]?: string | undefined } & { audience?: string | undefined };

/** Buttons lead to public pages. */
export const isLink = (text: string) => /^https:\/\/./i.test(text.trim()) && URL.canParse(text.trim());

/** What is to be corrected before a draft can be saved. */
export function useDraftCheck() {
  const texts = useBroadcastComposerTexts();
  return (values: DraftValues, isStarting: boolean): DraftErrors => {
    const { name, buttons, kind, sendAt, window } = values;
    const hasWrongButton = buttons.some(({ label, url }) => !label.trim() || !isLink(url));
    return {
      name: name.trim() ? undefined : texts.nameMissing,
      buttons: kind === 'keyboard' && hasWrongButton ? texts.buttonsWrong : undefined,
      window: window && window.from === window.to ? texts.windowEmpty : undefined,
      sendAt: sendAt && Date.parse(sendAt) <= Date.now() ? texts.sendAtPast : undefined,
      ...(isStarting && !messageOf(values) && { [kind === 'file' ? 'file' : 'body']: missing(kind, texts) }),
    };
  };
}

const missing = (kind: DraftValues['kind'], texts: { fileMissing: string; bodyMissing: string }) =>
  kind === 'file' ? texts.fileMissing : texts.bodyMissing;

/** The fields of the form, by the members of a request; the longest that fits is meant. */
const FIELDS: [member: string, field: keyof DraftErrors][] = [
  ['settings.message.keyboard', 'buttons'],
  ['settings.message.file', 'file'],
  ['settings.message', 'body'],
  ['settings.agent_id', 'agentId'],
  ['settings.audience.attributes', 'attributes'],
  ['settings.audience.contact_ids', 'contactIds'],
  ['settings.audience', 'audience'],
  ['settings.send_at', 'sendAt'],
  ['settings.window', 'window'],
  ['settings.rate_per_minute', 'ratePerMinute'],
  ['settings.min_gap_hours', 'minGapHours'],
  ['channel', 'channel'],
  ['name', 'name'],
];

const VARIABLE = /\{\{[^}]*\}\}/;

/** Puts what the server refused at its fields, in words; undefined if it was something else. */
export function useDraftRefusal() {
  const texts = useBroadcastComposerTexts();
  return (error: unknown): DraftErrors | undefined => {
    if (!(error instanceof ParleyProblem)) return undefined;
    if (error.code === 'channel_not_ready') return { channel: texts.channelRefused };
    const found = Object.entries(error.errors ?? {}).flatMap(([member, [said = '']]) => {
      const [, field] = FIELDS.find(([start]) => member.startsWith(start)) ?? [];
      const [variable] = VARIABLE.exec(said) ?? [];
      if (!field) return [];
      if (variable && field === 'body') return [[field, texts.unknownVariable(variable)]];
      if (member === 'settings.message') return [[field, texts.bodyMissing]];
      return [[field, texts.refused[field as keyof typeof texts.refused] ?? texts.refusedField]];
    });
    return found.length ? Object.fromEntries(found) : undefined;
  };
}
