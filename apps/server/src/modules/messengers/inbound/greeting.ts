import type { Tenant } from '../../../kernel/auth/principal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as widgets from '../../account/widgets/index.ts';
import type { Connection } from '../connections/index.ts';
import { type VendorEvent, VendorRefusal } from '../drivers/index.ts';
import { callVendor } from './vendor-calls.ts';

/** The key of a greeting. A person gets it in answer to each start. */
const KEY = 1;

/** Answers a person who has opened the conversation and written nothing. Best effort: there is no chat to show a failure in. */
export async function greet(
  services: BackgroundServices,
  { connection, tenant }: { connection: Connection; tenant: Tenant },
  { person, conversation }: Extract<VendorEvent, { kind: 'started' }>,
) {
  const { widget_greeting: text } = await services.unitOfWork.read((work) =>
    widgets.readSettings(work, tenant.widgetId),
  );
  if (!text) return;
  const part = { person: person.id, conversation, key: KEY, content: { kind: 'text' as const, text } };
  await callVendor({ services, connection }, ({ driver, access }) => driver.send(access, part)).catch((error) => {
    if (!(error instanceof VendorRefusal)) throw error;
  });
}
