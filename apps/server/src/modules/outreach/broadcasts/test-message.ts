import type { api } from '@parley/contract';
import type { Context } from '../../../kernel/data/context.ts';
import type { Body } from '../../../kernel/http/inputs.ts';
import { invalid } from '../../../kernel/problems.ts';
import * as messages from '../../conversations/messages/index.ts';
import { getPreviewed } from '../audience/index.ts';
import { sendTo } from './hand-over.ts';
import { targetOf } from './preview.ts';
import { checkReady, checkSettings, settingsOf } from './settings.ts';
import * as store from './store.ts';

/** No send has that id, so the message is in the counts of none. */
const ORIGIN = 'broadcast:test';

type TestMessage = Body<typeof api.broadcasts.test, 'channel' | 'settings' | 'contact_id'>;

/** Sends a contact what a broadcast would. */
export async function sendTest(ctx: Context, { contact_id: guid, channel, settings }: TestMessage) {
  const { min_gap_hours: _, ...rest } = settings;
  const draft = { channel, settings: rest };
  await checkSettings(ctx, draft);
  await checkReady(ctx, draft);
  if (!settingsOf(draft).message) throw invalid({ 'settings.message': 'is required to send a test' });
  const { number } = await getPreviewed(ctx, guid);
  const [contact] = await store.listReached(ctx, await targetOf(ctx, draft), [number]);
  if (!contact) throw invalid({ contact_id: 'has no chat on this channel' });
  if (contact.reason) throw invalid({ contact_id: `cannot be reached: ${contact.reason}` });
  await messages.lockHeads(ctx, [contact.chat_id]);
  const sent = await sendTo(ctx, { ...draft, origin: ORIGIN }, [contact]);
  const message_id = sent.get(contact.chat_id);
  if (message_id === undefined) throw invalid({ contact_id: 'has no chat on this channel' });
  return { chat_id: contact.chat_id, message_id };
}
