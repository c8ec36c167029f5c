import type { LockedChat } from './store.ts';

/** What every event of a chat says about it. Internal chats, which have no contact, have no events. */
export function eventDataOf({ id: chat_id, client_id, contact_guid: contact_id, channel }: EmittingChat) {
  return client_id === null || contact_id === null ? undefined : { chat_id, client_id, contact_id, channel };
}

type EmittingChat = Pick<LockedChat, 'id' | 'client_id' | 'contact_guid' | 'channel'>;
