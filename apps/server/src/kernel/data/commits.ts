import { EventEmitter } from 'node:events';
import type { Publication } from './publications.ts';
import type { Lane } from './tables.ts';

/** What follows a commit. Nothing here may be lost for good: each listener also polls, or its clients ask again. */
interface Committed {
  events: [];
  deliveries: [lanes: Lane[]];
  publications: [publications: Publication[]];
  /** Already sent to the other nodes with the commit. */
  notice: [topic: string, subject: string];
}

export type Commits = EventEmitter<Committed>;

export const createCommits = (): Commits => new EventEmitter();
