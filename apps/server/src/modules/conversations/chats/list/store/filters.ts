import type { api } from '@parley/contract';
import type { Query } from '../../../../../kernel/http/inputs.ts';

type PageName = 'sort' | 'cursor' | 'limit';
/** Filters that `conditionsOf` uses as they are. */
type PlainFilter =
  | 'view'
  | 'status'
  | 'channel'
  | 'has_client_messages'
  | 'agent_id'
  | 'unassigned'
  | 'handling'
  | 'department_id'
  | 'awaiting_reply'
  | 'done'
  | 'snoozed'
  | 'unread'
  | 'internal'
  | 'tag';
/** Filters that are parsed first, or apply to one sort order only. */
type OtherFilter = 'q' | 'contact_query' | 'from' | 'to' | 'updated_since' | 'contact_id';

export type ChatQuery = Query<typeof api.chats.list, PageName | PlainFilter | OtherFilter>;

export interface Filter extends Pick<ChatQuery, PlainFilter | 'q' | 'contact_query' | 'from' | 'to' | 'limit'> {
  updated_since?: Temporal.Instant;
  contactNumber?: number;
  /** The calling operator, who sees internal chats of their own departments only. */
  operator?: number;
}
