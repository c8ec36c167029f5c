import type { Room } from '../data/publications.ts';

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
