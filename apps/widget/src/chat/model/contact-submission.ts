import type { Store } from '@parley/live';
import type { ContactInfo, Shell } from '../../shell.ts';
import type { Conversation } from './conversation.ts';
import type { PanelState } from './panel.ts';
import { type RequestError, requestError, type ServerApi } from './server-api.ts';

interface ContactSubmissionPorts {
  shell: Shell;
  api: ServerApi;
  panel: Store<PanelState>;
  conversation: Conversation;
}

/** How long a form waits for a session before it reports that there is no connection. */
const SESSION_TIMEOUT_MS = 10_000;

/** Saves what the visitor entered in a form; resolves to whether the server has it. */
/** What a form sends: a site's scripts can't tick its boxes. */
export interface FormContact extends ContactInfo {
  marketing_consent?: boolean;
}

export const createContactSubmission =
  ({ shell, api, panel, conversation }: ContactSubmissionPorts) =>
  async (info: FormContact) => {
    panel.set({ notice: null });
    try {
      const timeout = shell.window.navigator.onLine ? SESSION_TIMEOUT_MS : 0;
      await Promise.race([conversation.open(), new Promise((resolve) => setTimeout(resolve, timeout))]);
      if (conversation.state.phase !== 'open') throw requestError('unreachable');
      if (Object.keys(info).length) conversation.setContact(await api.updateContact(info, 'form'), 'form');
      panel.set({ isIntroduced: true, fields: {} });
      return true;
    } catch (error) {
      const { network } = panel.state.language.texts;
      panel.set({ notice: (error as RequestError).reason === 'unreachable' ? network.unsent : network.problem });
      return false;
    }
  };
