import type { TestApp } from './harness.ts';

/** Takes the chats of earlier tests from the jobs that go over those of every widget in which something was said of late. */
export async function retireChats({ sql }: TestApp) {
  await sql('UPDATE chat_heads SET is_live = false WHERE is_live');
}
