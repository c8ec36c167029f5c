import type { ActiveInvitations, ImpressionEvent } from '@parley/contract';
import type { Shell } from '../shell.ts';

export interface Impression {
  /** Names one time that an invitation was shown, and not the person. */
  impression_id: string;
  invitation: string;
}

export type ServerApi = ReturnType<typeof createServerApi>;

export function createServerApi({ config, memory, language }: Shell) {
  async function request(path: string, method: string, body?: unknown) {
    const token = memory.get('token');
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const init = { method, headers, credentials: 'omit' as const, body: JSON.stringify(body) };
    const response = await fetch(`${config.origin}/widget-api/${config.button_guid}/${path}`, init);
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  }

  return {
    listInvitations: async (): Promise<ActiveInvitations> => (await request('invitations', 'GET')).json(),
    /** A count that is lost is not worth a retry. */
    report: (impression: Impression, event: ImpressionEvent) =>
      void request('impressions', 'POST', { ...impression, event, locale: language() }).catch(() => {}),
  };
}
