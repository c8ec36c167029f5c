import type { BroadcastSettings } from '@parley/contract';
import type { InWidget, Read, WidgetContext } from '../../../kernel/data/context.ts';
import { invalid, problem } from '../../../kernel/problems.ts';
import * as agents from '../../account/agents/index.ts';
import * as files from '../../account/files/index.ts';
import { checkNeverEmpty, checkVariables, checkWindow, type Send } from '../sends/index.ts';
import { hasVariables } from '../variables/index.ts';
import * as store from './store.ts';

type Draft = Pick<Send, 'channel' | 'settings'>;

/** As validated before they were stored. */
export const settingsOf = ({ settings }: Pick<Send, 'settings'>) => settings as BroadcastSettings;

/** Checks what a schema can't. Members may still be missing. */
export async function checkSettings(ctx: WidgetContext, draft: Draft) {
  const { message, agent_id, template } = settingsOf(draft);
  await requireChannel(ctx, draft.channel);
  checkWindow(draft);
  if (message) checkTexts(message);
  if (template) checkTemplate(draft.channel, template);
  if (agent_id !== undefined) await agents.getHuman(ctx, agent_id, 'settings.agent_id');
}

/** Labels of buttons are the same for everybody. */
function checkTexts({ body, markdown, keyboard }: NonNullable<BroadcastSettings['message']>) {
  for (const [name, text] of Object.entries({ body, markdown })) {
    if (text === undefined) continue;
    checkVariables(`settings.message.${name}`, text);
    checkNeverEmpty(`settings.message.${name}`, text);
  }
  keyboard?.buttons.forEach(({ label }, at) => {
    if (!hasVariables(label)) return;
    throw invalid({ [`settings.message.keyboard.buttons.${at}.label`]: 'must have no variables' });
  });
}

/** Meta refuses parameters that are empty. */
function checkTemplate(channel: string, { parameters = [] }: NonNullable<BroadcastSettings['template']>) {
  if (channel !== 'wa') throw invalid({ 'settings.template': 'is only allowed for the channel wa' });
  for (const [at, text] of parameters.entries()) {
    checkVariables(`settings.template.parameters.${at}`, text);
    checkNeverEmpty(`settings.template.parameters.${at}`, text);
  }
}

/** A custom channel must exist; other channels are known to everybody. */
async function requireChannel(ctx: InWidget<Read>, channel: string) {
  if (!(await store.isKnownChannel(ctx, channel))) throw invalid({ channel: 'is not a channel of this widget' });
}

/** The file of a draft is not swept. */
export async function keepFile(ctx: InWidget, draft: Draft) {
  const { message } = settingsOf(draft);
  if (!message?.file) return;
  await files.attach(ctx, message.file.id, { isImage: message.type === 'image', field: 'settings.message.file.id' });
}

/** Whether messages can be sent through the channel right now. */
export async function checkReady(ctx: InWidget<Read>, { channel }: Pick<Send, 'channel'>) {
  if (!(await store.isUsable(ctx, channel))) throw problem('channel_not_ready');
}
