import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as chats from '../../conversations/chats/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import type { Connection } from '../connections/index.ts';
import { settle, VENDOR_ATTEMPTS } from './settle.ts';
import * as store from './store.ts';
import type { Task } from './tables.ts';
import { callVendor } from './vendor-calls.ts';

interface Origin {
  connection: Connection;
  tenant: Tenant;
}

/** Asks the vendor for the name of a new person, and for the page that their conversation is about. */
export async function lookUp(services: BackgroundServices, { connection, tenant }: Origin, leased: store.LeasedUpdate) {
  const { event } = leased;
  if (event.kind !== 'profile') return;
  const { person, chatId, about: conversation } = event;
  const target = { person: person.id, conversation };
  const found = await callVendor({ services, connection }, async ({ driver, access }) =>
    driver.profile?.(access, target),
  );
  const profile = found ?? {};
  await settle(
    services,
    leased,
    async (ctx) => {
      const chat = await chats.findLocked(ctx, chatId);
      if (!chat) return { outcome: 'no_chat' };
      const row = profile.page ? await chats.findRow(ctx, chatId) : undefined;
      if (row) await chats.change(ctx, chatId, { chat: { source: { ...row.source, page: profile.page ?? null } } });
      if (profile.name && chat.client_id !== null) {
        const details = { fields: { name: profile.name }, isByScript: false, source: 'messenger', isFilling: true };
        await contacts.recordDetails(ctx, chat.client_id, details);
      }
      return { outcome: 'done', chatId };
    },
    tenant,
  );
}

/**
 * Asks the vendor who writes, if the update of a new conversation does not say. Throws while another attempt may succeed;
 * after that the conversation itself is the person.
 */
export async function identify(
  services: BackgroundServices,
  { connection, tenant, signal }: Origin & { signal: AbortSignal },
  { event, attempts }: store.LeasedUpdate,
): Promise<Task> {
  if (event.kind !== 'message' || !event.isPersonUnknown) return event;
  const { isPersonUnknown: _, ...said } = event;
  const { conversation, person } = said;
  try {
    const begun = await services.unitOfWork.read((work) =>
      store.listChats({ ...work, widgetId: tenant.widgetId }, connection, conversation),
    );
    if (begun.length) return event;
    const found = await callVendor({ services, connection, signal }, async ({ driver, access }) =>
      driver.profile?.(access, { person: person.id, conversation }),
    );
    if (found?.person === undefined) return event;
    const { person: id, name } = found;
    const page = said.page ?? found.page;
    return { ...said, person: { id, ...(name && { name }) }, ...(page && { page }) };
  } catch (error) {
    // The server stops, or another node has it now.
    if (signal.aborted || attempts < VENDOR_ATTEMPTS) throw error;
    return event;
  }
}
