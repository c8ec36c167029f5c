import type { Store } from '@parley/live';
import type { Chat, CustomField, Offer, Shell } from '../../shell.ts';
import type { Conversation } from './conversation.ts';
import { formBefore } from './form-before.ts';
import type { PanelState } from './panel.ts';
import { rowsOf } from './rows.ts';
import type { RequestError, ServerApi } from './server-api.ts';

interface SiteCommandPorts {
  shell: Shell;
  api: ServerApi;
  panel: Store<PanelState>;
  conversation: Conversation;
}

type SiteCommands = Omit<Chat, 'setOpen' | 'wake' | 'reset'> & {
  reset(isDoneElsewhere?: boolean): Promise<void>;
};

/** What scripts of the site can do for the visitor. */
export function createSiteCommands({ shell, api, panel, conversation }: SiteCommandPorts): SiteCommands {
  const { config, memory } = shell;
  async function show(offer: Offer) {
    // A returning visitor has messages, and the invitation comes after them.
    if (memory.get('token')) await conversation.open();
    panel.set({ invitation: { ...offer, after: rowsOf(conversation.state, 0).at(-1)?.key } });
  }

  const queue = createVisitorQueue(conversation, (reason) => shell.emit('error', { reason }));

  return {
    setContactInfo({ name, email, phone, description }) {
      const info = { name, email, phone, description };
      queue.add(async (isSameVisitor) => {
        const contact = await api.updateContact(info, 'api');
        if (isSameVisitor()) conversation.setContact(contact, 'api');
      });
    },
    setCustomData(given) {
      const fields = copyFields(given);
      queue.add(() => api.setCustomData(fields));
    },
    // Queued too, so that the message comes from the contact that was set before it.
    send: (text) => queue.add(async () => conversation.sendMessage({ type: 'text', body: text.trim() })),
    async invite(text) {
      await show({ text, agentId: null, replies: [] });
      shell.setOpen(true, 'itself');
    },
    async offer(offer, reply) {
      const hadSession = conversation.state.phase === 'open';
      await show(offer);
      // A session that was open before does not know of the invitation.
      if (hadSession) await api.openSession(shell.language()).catch(() => {});
      if (!reply) return;
      await conversation.open();
      // A form comes first, and keeps the reply.
      if (formBefore(conversation.state, { config, memory, ...panel.state })) panel.set({ draft: reply });
      else conversation.sendMessage({ type: 'text', body: reply });
    },
    identify: (identity) =>
      queue.add(async (isSameVisitor) => {
        await api.identify(identity);
        if (!isSameVisitor()) return;
        shell.emit('identify', { user_id: identity.user_id });
        await conversation.restart();
      }),
    async reset(isDoneElsewhere = false) {
      queue.startOver();
      panel.set({ isIntroduced: false, draft: '', fields: {}, invitation: null });
      await conversation.reset(isDoneElsewhere);
      if (panel.state.isOpen) await conversation.open();
    },
  };
}

/** Runs commands one after the other, and drops those made for a visitor who was reset meanwhile. */
function createVisitorQueue({ open }: Conversation, onError: (reason: string) => void) {
  let last = Promise.resolve();
  let visitor = 0;

  return {
    add(command: (isSameVisitor: () => boolean) => Promise<void>) {
      const mine = visitor;
      const isSameVisitor = () => mine === visitor;
      last = last.then(async () => {
        if (isSameVisitor()) await open();
        if (!isSameVisitor()) return;
        await command(isSameVisitor).catch(({ reason = 'internal_error' }: Partial<RequestError>) => onError(reason));
      });
    },
    startOver() {
      visitor += 1;
      last = Promise.resolve();
    },
  };
}

/** Copies by index: libraries of the host page may have changed the iterator of its arrays. */
function copyFields(given: ArrayLike<CustomField>) {
  const fields: CustomField[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const { title, content, link } = given[at] as CustomField;
    fields.push({ title, content, link });
  }
  return fields;
}
