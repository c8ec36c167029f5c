import type { EmailSettings } from '@parley/contract';
import { invalid } from '../../../../kernel/problems.ts';
import { checkNeverEmpty, checkVariables, checkWindow, type Send } from '../../sends/index.ts';

type Draft = Pick<Send, 'settings'>;

/** As validated before they were stored. Members may be missing. */
export const settingsOf = ({ settings }: Draft) => settings as EmailSettings;

export const UNSUBSCRIBE_URL = 'unsubscribe_url';

export function checkSettings(draft: Draft) {
  const settings = settingsOf(draft);
  checkWindow(draft);
  for (const name of ['subject', 'preheader'] as const) checkVariables(`settings.${name}`, settings[name] ?? '');
  for (const name of ['html', 'text'] as const)
    checkVariables(`settings.${name}`, settings[name] ?? '', [UNSUBSCRIBE_URL]);
}

export function checkComplete(draft: Draft) {
  const { subject, html, text } = settingsOf(draft);
  if (subject === undefined) throw invalid({ 'settings.subject': 'is required to send a campaign' });
  checkNeverEmpty('settings.subject', subject);
  if (!html?.trim() && !text?.trim())
    throw invalid({ 'settings.html': 'or settings.text is required to send a campaign' });
}
