import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/kernel/data/tables.ts', './src/infra/**/tables.ts', './src/modules/**/tables.ts'],
  // `npm run check` generates into a copy, to see whether there is anything to generate.
  out: process.env.MIGRATIONS_OUT ?? './migrations',
});
