// Generated from packages/contract by `npm run generate`.
import type { RouteRow } from '../request.ts';

export const visitorRoutes: Record<string, RouteRow> = {
  readConfig: ['GET', '/widget-api/{button_guid}/config', 'bare'],
  visit: ['POST', '/widget-api/{button_guid}/visit', 'bare'],
  open: ['POST', '/widget-api/{button_guid}/session', 'bare'],
  listMessages: ['GET', '/widget-api/{button_guid}/messages', 'page'],
  send: ['POST', '/widget-api/{button_guid}/messages', 'one'],
  upload: ['POST', '/widget-api/{button_guid}/files', 'one'],
  sendTyping: ['POST', '/widget-api/{button_guid}/typing', 'none'],
  markSeen: ['POST', '/widget-api/{button_guid}/seen', 'bare'],
  rate: ['POST', '/widget-api/{button_guid}/rating', 'one'],
  updateContact: ['PATCH', '/widget-api/{button_guid}/contact', 'one'],
  setCustomData: ['PUT', '/widget-api/{button_guid}/custom-data', 'none'],
  identify: ['POST', '/widget-api/{button_guid}/identity', 'bare'],
  linkMessenger: ['POST', '/widget-api/{button_guid}/messenger-link', 'bare'],
  mailTranscript: ['POST', '/widget-api/{button_guid}/transcript', 'none'],
};
