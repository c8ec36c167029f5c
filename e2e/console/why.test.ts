import { expect, test } from 'vitest';
import { addChat } from '../../apps/server/test/callers.ts';
import { inboxOf, openConsole } from '../../apps/server/test/console.ts';
import { addDepartment } from '../../apps/server/test/departments.ts';
import { startApp } from '../../apps/server/test/harness.ts';
import { addAgent, addConnectedAgent } from '../../apps/server/test/people.ts';
import { expectFaultless } from './accessibility/axe.ts';

async function start() {
  const app = await startApp({}, { live: true });
  const ann = await app.owner();
  const [bob, kim] = [await addConnectedAgent(app, ann), await addConnectedAgent(app, ann)];
  const [lee, joe] = [await addConnectedAgent(app, ann), await addAgent(app, ann, 'operator')];
  const people = { Bob: bob, Kim: kim, Lee: lee, Joe: joe };
  for (const [name, { userId }] of Object.entries(people)) {
    await app.sql(`UPDATE users SET name = '${name}' WHERE id = ${userId}`);
  }
  await app.sql(`UPDATE agents SET status = 'relaxation' WHERE id = ${lee.agentId}`);
  await addDepartment(ann, [bob, kim, lee, joe]);
  return { app, ann, chat: await addChat(app, ann) };
}

const EXPECTED = [
  [/^Bob was chosen: least busy of 2 online in Sales/, 'Kim was passed over: as many open chats', 'Sales was open'],
  ['Lee was passed over: on a break', 'Joe was passed over: offline', 'No e-mail to Bob: was online'],
].flat();

test('behind Why? a chat says who got it, who was passed over and who was not notified', async () => {
  const { app, ann, chat } = await start();
  const { page, complaints } = await openConsole(app, ann, `/app/inbox/${chat.params.id}`);
  await inboxOf(page).log.getByText('hello').waitFor();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Why?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Why this agent, and who was notified' });
  for (const text of EXPECTED) await dialog.getByText(text).waitFor();
  await expectFaultless(page, 'the reasons of a chat');
  expect(complaints).toEqual([]);
});
