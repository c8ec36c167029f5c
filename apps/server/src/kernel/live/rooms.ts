import type { LiveData, LiveEvent } from '@parley/contract';

/** Names a set of sockets. A socket joins only rooms of its own widget, when it is admitted. */
export type Room = `${string}:${number}` | `${string}:${number}:${number}`;

/** Every agent of the widget. */
export const inboxOf = (widgetId: number): Room => `inbox:${widgetId}`;

/** The browsers of an agent. */
export const agentOf = (widgetId: number, agentId: number): Room => `agent:${widgetId}:${agentId}`;

/** Agents who have the chat open. */
export const viewersOf = (widgetId: number, chatId: number): Room => `chat:${widgetId}:${chatId}`;

/** The chat whose viewers are among the rooms of a socket. */
export function viewedChatOf(rooms: Iterable<string>) {
  for (const room of rooms) if (room.startsWith('chat:')) return Number(room.split(':')[2]);
  return null;
}

/** Agents who watch the visitors on the site. */
export const watchersOf = (widgetId: number): Room => `watch:${widgetId}`;

/** Every visitor who has the widget's chat open. */
export const siteOf = (widgetId: number): Room => `site:${widgetId}`;

/** The browsers of a contact. */
export const clientOf = (widgetId: number, clientId: number): Room => `client:${widgetId}:${clientId}`;

/** A live event for a room, sent after the commit. Its payload is built only if somebody is in the room. */
export interface Publication {
  event: LiveEvent;
  room: Room;
  payload: () => unknown;
}

export type Publish = <E extends LiveEvent>(event: E, room: Room, data: LiveData<E> | (() => LiveData<E>)) => void;
