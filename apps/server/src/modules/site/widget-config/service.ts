import { stickers, type WidgetConfig } from '@parley/contract';
import { readWidgetManifest } from '../../../infra/widget-manifest.ts';
import type { InWidget, Read } from '../../../kernel/data/context.ts';
import { MAX_BYTES } from '../../../kernel/http/uploads.ts';
import { problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import * as widgets from '../../account/widgets/index.ts';
import * as answerers from '../../ai/answerers/index.ts';
import * as operators from '../../ai/operators/index.ts';
import * as connections from '../../messengers/connections/index.ts';
import * as smartInvitations from '../../outreach/smart-invitations/index.ts';
import { toAssistantTexts } from './assistant-texts.ts';
import * as store from './store.ts';

const MAX_CHARACTERS = 10_000;

/** A widget by its `button_guid`, or the first one. */
export const findWidget = store.findAny;

/** Everything the page needs to draw its widget. */
export async function read(work: Read, widgetId: number): Promise<WidgetConfig> {
  // The revision is read first, so that the rest is never older than it.
  const widget = await store.find(work, widgetId);
  if (!widget) throw problem('not_found');
  const [settings, people, messengers, assistant, invitations] = await Promise.all([
    widgets.readSettings(work, widgetId),
    store.listPeople(work, widgetId),
    connections.listLinks({ ...work, widgetId }),
    findAnsweringAssistant({ ...work, widgetId }),
    readInvitations(work, widget),
  ]);
  const { office_days: days, ...rendered } = settings.config;
  const answering = assistant && toAssistantTexts(assistant, settings);
  return {
    ...rendered,
    button_guid: widget.button_guid,
    revision: widget.revision,
    api_enabled: widget.api_enabled,
    domains: widget.domains,
    texts: { ...rendered.texts, ...(answering && { greeting: answering.greeting }) },
    // Questions of the owner are for people to answer.
    quick_phrases: answering?.quick_phrases ?? settings.quick_phrases,
    people: people.map(({ avatar_file_id, name_i18n, ...person }) => ({
      ...person,
      ...(person.type === 'human' ? { names: {} } : operators.toShownNames({ name: person.name, name_i18n })),
      avatar_url: files.pictureUrl(work, widgetId, avatar_file_id),
    })),
    office_hours: days && { timezone: widget.timezone, days },
    mail_replies: settings.unseen_reply_mail && work.hasMailServer,
    messengers,
    invitations,
    stickers: [...stickers],
    limits: { message_characters: MAX_CHARACTERS, file_bytes: MAX_BYTES },
  };
}

/** Nothing is loaded for invitations before one is enabled. */
async function readInvitations(work: Read, { id: widgetId, revision }: { id: number; revision: number }) {
  const file = readWidgetManifest()?.invitations;
  return file && (await smartInvitations.isAnyEnabled({ ...work, widgetId })) ? { revision, file } : null;
}

/** That of a new chat; an external operator has none. */
async function findAnsweringAssistant(ctx: InWidget<Read>) {
  const answering = await answerers.find(ctx);
  const answerer = answering && !answering.shadow_mode && answerers.pickAnswerer(answering.answerers);
  return answerer && answerer.assistantId !== null ? store.findAssistant(ctx, answerer.assistantId) : undefined;
}
