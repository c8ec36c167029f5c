import type { TestApp } from './harness.ts';

/** Hides chats of earlier tests from jobs that cover recent chats of every widget. */
export async function hideChatsFromJobs({ sql }: TestApp) {
  await sql('UPDATE chat_heads SET is_live = false WHERE is_live');
}
