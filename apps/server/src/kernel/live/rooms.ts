import type { LiveData, LiveEvent } from '@parley/contract';

/** Who hears something: sockets that were let into the room when they came, each only into those of its own widget. */
export type Room = `${string}:${number}` | `${string}:${number}:${number}`;

/** Every agent of the widget. */
export const inboxOf = (widgetId: number): Room => `inbox:${widgetId}`;

/** The browsers of an agent. */
export const agentOf = (widgetId: number, agentId: number): Room => `agent:${widgetId}:${agentId}`;

/** Agents who look at the chat. */
export const lookersAt = (widgetId: number, chatId: number): Room => `chat:${widgetId}:${chatId}`;

export function chatLookedAt(rooms: Iterable<string>) {
  for (const room of rooms) if (room.startsWith('chat:')) return Number(room.split(':')[2]);
  return null;
}

/** Agents who watch who is on the site. */
export const watchersOf = (widgetId: number): Room => `watch:${widgetId}`;

/** Every visitor who has the widget's chat open. */
export const siteOf = (widgetId: number): Room => `site:${widgetId}`;

/** The browsers of a contact. */
export const clientOf = (widgetId: number, clientId: number): Room => `client:${widgetId}:${clientId}`;

/** Something for whoever is in a room to hear, once it is true. It is put into words only if somebody is there. */
export interface Publication {
  event: LiveEvent;
  room: Room;
  say: () => unknown;
}

export type Publish = <E extends LiveEvent>(event: E, room: Room, data: LiveData<E> | (() => LiveData<E>)) => void;
