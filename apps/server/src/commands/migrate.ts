import type { Command } from './command.ts';
import { countMigrations } from './store.ts';

export const migrate: Command = {
  summary: 'migrate the database',
  run: ({ platform }) => countMigrations(platform.database.sql),
};
