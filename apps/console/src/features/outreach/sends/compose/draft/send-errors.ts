import { ParleyProblem } from '@parley/sdk';
import { useSendComposerTexts } from '../../../../../locales/pages/send-composer.ts';
import type { SendValues } from './send-values.ts';

export type ErrorsOf<Values> = { [Name in keyof Values]?: string | undefined };
export type SendErrors = ErrorsOf<SendValues & { audience: string }>;

/** What is to be corrected before any draft can be saved. */
export function useSendCheck() {
  const texts = useSendComposerTexts();
  return ({ name, sendAt, window }: SendValues): SendErrors => ({
    name: name.trim() ? undefined : texts.nameMissing,
    window: window && window.from === window.to ? texts.windowEmpty : undefined,
    sendAt: sendAt && Date.parse(sendAt) <= Date.now() ? texts.sendAtPast : undefined,
  });
}

/** Fields of a form by the members of a request; the first that fits is meant. */
export type FieldsOf<Name extends string> = readonly (readonly [member: string, field: Name])[];

export const sharedFields = [
  ['settings.audience.attributes', 'attributes'],
  ['settings.audience.contact_ids', 'contactIds'],
  ['settings.audience', 'audience'],
  ['settings.send_at', 'sendAt'],
  ['settings.window', 'window'],
  ['settings.rate_per_minute', 'ratePerMinute'],
  ['settings.min_gap_hours', 'minGapHours'],
  ['name', 'name'],
] as const satisfies FieldsOf<keyof SendErrors>;

interface Refused<Name extends string> {
  member: string;
  field: Name;
  /** A variable that the server doesn't know. */
  variable: string | undefined;
}

const VARIABLE = /\{\{[^}]*\}\}/;

/** Puts what the server refused at its fields, in words; undefined if it was something else. */
export function refusalOf<Name extends string>(
  error: unknown,
  fields: FieldsOf<Name>,
  explain: (refused: Refused<Name>) => string,
) {
  if (!(error instanceof ParleyProblem)) return undefined;
  const found = Object.entries(error.errors ?? {}).flatMap(([member, [said = '']]) => {
    const [, field] = fields.find(([start]) => member.startsWith(start)) ?? [];
    if (!field) return [];
    const [variable] = VARIABLE.exec(said) ?? [];
    return [[field, explain({ member, field, variable })] as const];
  });
  return found.length ? (Object.fromEntries(found) as { [Field in Name]?: string }) : undefined;
}

/** Without the fields that have none. */
export const onlyErrors = <Errors extends object>(errors: Errors) =>
  Object.fromEntries(Object.entries(errors).filter(([, error]) => error)) as Errors;
