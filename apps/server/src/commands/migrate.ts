import type { Command } from './command.ts';

export const migrate: Command = {
  summary: 'migrate the database',
  run: async ({ platform }) => {
    const { rows } = await platform.database.pool.query(
      'SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations',
    );
    return rows;
  },
};
