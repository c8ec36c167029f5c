import { api } from '@parley/contract';
import { addCalledChat } from '../../../../test/bots.ts';
import { Form } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';
import type { TestApp } from '../../../../test/harness.ts';
import type { Owner } from '../../../../test/owners.ts';
import { PNG } from '../../../../test/pictures.ts';

const { aiBridge } = api;

async function addAbout(app: TestApp, owner: Owner) {
  const { called, operatorId } = await addCalledChat(app, owner);
  const { room_id, trigger_message_id } = called;
  return { room_id, trigger_message_id, operatorId };
}

let lastRequest = 0;
const newRequestId = () => {
  lastRequest += 1;
  return `request-${lastRequest}`;
};

export const fixtures: Fixtures = {
  bodies: [
    [
      aiBridge.reply,
      async (app, owner) => {
        const { trigger_message_id: _, ...caused } = (await addCalledChat(app, owner)).called;
        // Escalating takes another scope.
        return { ...caused, content: 'Hello!', escalate: false };
      },
    ],
    [aiBridge.checkPermission, async (app, owner) => (await addCalledChat(app, owner)).called],
    [aiBridge.handOver, async (app, owner) => (await addCalledChat(app, owner)).called],
    [
      aiBridge.updateContact,
      async (app, owner) => {
        const { operatorId: _, ...about } = await addAbout(app, owner);
        const contacts = { name: 'Ira', email: 'ira@example.test', phone: '+7 900 000-00-00' };
        return { ...about, contacts, update_id: newRequestId(), explicit: true, source: 'bot' };
      },
    ],
    [
      aiBridge.readAttachment,
      async (app, owner) => {
        const { operatorId: _, ...about } = await addAbout(app, owner);
        const call = await withToken(app, owner);
        const { data: file } = await call(api.files.create, { body: new Form('dot.png', PNG) });
        await app.sql(`UPDATE messages SET file_id = ${file.id} WHERE chat_id = ${about.room_id}
          AND id = ${about.trigger_message_id}`);
        return about;
      },
    ],
    [
      aiBridge.review,
      async (app, owner) => {
        const { operatorId, ...about } = await addAbout(app, owner);
        await app.sql(`UPDATE chats SET handled_by = ${operatorId}, handled_type = 'ai' WHERE id = ${about.room_id}`);
        return { ...about, value: 'up', review_request_id: newRequestId(), comment: 'Great' };
      },
    ],
  ],
};
