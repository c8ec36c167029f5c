import type { TextFile } from '@parley/contract';
import type { Context, Read } from '../../../kernel/data/context.ts';
import * as files from '../../account/files/index.ts';
import * as contacts from '../../people/contacts/index.ts';
import * as store from './store.ts';

const BATCH = 500;

/** Everything known of a contact, to hand over on request. Notes are the team's own and not part of it. */
export async function exportContact(ctx: Context<Read>, guid: string): Promise<TextFile> {
  const { number, ...contact } = await contacts.get(ctx, guid);
  return { name: `contact-${guid}.json`, lines: write(ctx, number, contact) };
}

/** In batches, so that memory stays bounded. */
async function* write(ctx: Context<Read>, number: number, contact: object) {
  yield `{"exported_at":${JSON.stringify(ctx.now)},"contact":${JSON.stringify(contact)},"ratings":`;
  yield JSON.stringify(await store.listRatings(ctx, number));
  yield `,"browsers":${JSON.stringify(await store.listBrowsers(ctx, number))},"chats":[`;
  for (const [place, chat] of (await store.listChats(ctx, number)).entries()) {
    yield `${place ? ',' : ''}\n${JSON.stringify(chat).slice(0, -1)},"messages":[`;
    yield* writeMessages(ctx, chat.id);
    yield ']}';
  }
  yield ']}\n';
}

async function* writeMessages(ctx: Context<Read>, chatId: number) {
  const linkTo = files.createLinks(ctx);
  let separator = '';
  for (let after = 0, isLast = false; !isLast; ) {
    const rows = await store.listMessages(ctx, chatId, after, BATCH);
    for (const { file_id, file_name: name, ...message } of rows) {
      const file = file_id === null ? null : { name, url: linkTo({ id: file_id, name }) };
      yield `${separator}\n${JSON.stringify({ ...message, file })}`;
      separator = ',';
    }
    after = rows.at(-1)?.id ?? after;
    isLast = rows.length < BATCH;
  }
}
