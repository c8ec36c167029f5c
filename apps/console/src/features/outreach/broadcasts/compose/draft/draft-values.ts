import type { api } from '../../../../../data/api.ts';
import {
  emptySend,
  given,
  type SendValues,
  sendSettingsOf,
  sendValuesOf,
  sharedMembers,
} from '../../../sends/compose/draft/send-values.ts';
import type { Broadcast } from '../../model/broadcast-queries.ts';

type CreateBody = Parameters<typeof api.broadcasts.create>[0]['body'];
export type Settings = CreateBody['settings'];
type Message = NonNullable<Settings['message']>;
type Template = NonNullable<Settings['template']>;

export const kinds = ['text', 'file', 'keyboard'] as const;

/** A file of the message. Of a saved draft only the id and whether it is a picture are known. */
export interface DraftFile {
  id: number;
  isPicture: boolean;
  name?: string;
  type?: string;
  size?: number;
}

export interface DraftButton {
  /** For the list on screen. */
  key: string;
  label: string;
  url: string;
}

/** What the form of a draft edits. */
export interface DraftValues extends SendValues {
  channel: string;
  kind: (typeof kinds)[number];
  body: string;
  file: DraftFile | null;
  buttons: DraftButton[];
  agentId: number | null;
  /** On WhatsApp alone. */
  templateName: string;
  templateLanguage: string;
  /** One a line. */
  templateParameters: string;
}

export const emptyValues: DraftValues = {
  ...emptySend,
  channel: 'service',
  kind: 'text',
  body: '',
  file: null,
  buttons: [],
  agentId: null,
  templateName: '',
  templateLanguage: '',
  templateParameters: '',
};

export const valuesOf = ({ channel, name, settings }: Broadcast, timeZone: string): DraftValues => ({
  ...sendValuesOf(settings, timeZone),
  ...messageValues(settings.message),
  ...templateValues(settings.template),
  channel,
  name,
  agentId: settings.agent_id ?? null,
});

function messageValues(message: Message | undefined): Pick<DraftValues, 'kind' | 'body' | 'file' | 'buttons'> {
  const { type, body = '', file, keyboard } = message ?? {};
  return {
    kind: type === 'keyboard' ? 'keyboard' : file ? 'file' : 'text',
    body,
    file: file ? { id: file.id, isPicture: type === 'image' } : null,
    buttons: (keyboard?.buttons ?? []).map(({ label, url }, at) => ({ key: String(at), label, url })),
  };
}

/** The message as it is sent; undefined until there is enough of it. */
export function messageOf({ kind, body, file, buttons }: DraftValues): Message | undefined {
  const text = body.trim() ? { body } : {};
  if (kind === 'file')
    return file ? { type: file.isPicture ? 'image' : 'file', ...text, file: { id: file.id } } : undefined;
  if (!body.trim()) return undefined;
  if (kind === 'text' || !buttons.length) return { type: 'text', body };
  return {
    type: 'keyboard',
    body,
    keyboard: { buttons: buttons.map(({ label, url }) => ({ label, url: url.trim() })) },
  };
}

const templateValues = ({ name = '', language = '', parameters = [] }: Partial<Template> = {}) => ({
  templateName: name,
  templateLanguage: language,
  // A line break of a value is sent as a space.
  templateParameters: parameters.map((text) => text.replaceAll(/\s+/g, ' ')).join('\n'),
});

/** Undefined without a name, and on other channels than WhatsApp. */
function templateOf({ channel, ...values }: DraftValues): Template | undefined {
  const [name, language] = [values.templateName.trim(), values.templateLanguage.trim()];
  if (channel !== 'wa' || !name) return undefined;
  const parameters = values.templateParameters.split('\n').filter((line) => line.trim());
  return { name, ...(language && { language }), ...(parameters.length && { parameters }) };
}

export const settingsOf = (values: DraftValues, timeZone: string): Settings => ({
  ...given('message', messageOf(values)),
  ...given('agent_id', values.agentId ?? undefined),
  ...given('template', templateOf(values)),
  ...sendSettingsOf(values, timeZone),
});

const MEMBERS = ['message', 'agent_id', 'template', ...sharedMembers] as const;

/** All members, so that those that were cleared are removed. */
export const patchOf = (settings: Settings) =>
  Object.fromEntries(MEMBERS.map((name) => [name, settings[name] ?? null])) as NonNullable<
    Parameters<typeof api.broadcasts.update>[0]['body']['settings']
  >;
