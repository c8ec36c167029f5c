import { api } from '@parley/contract';
import { beforeAll, expect, test } from 'vitest';
import type { FakeVendor } from '../../../../test/messengers/fake-vendor.ts';
import { startFb } from '../../../../test/messengers/fb.ts';
import {
  chatsOf,
  messagesWith,
  newCustomer,
  shareMessengers,
  untilTried,
} from '../../../../test/messengers/inbound-server.ts';
import { startVk } from '../../../../test/messengers/vk.ts';
import { startWaCloud } from '../../../../test/messengers/wa-cloud.ts';

const LARGE = Buffer.alloc(11 * 1_048_576);

let wa: Awaited<ReturnType<typeof startWaCloud>>;
let vk: Awaited<ReturnType<typeof startVk>>;
let fb: FakeVendor;
const get = shareMessengers(async () => {
  [wa, vk, fb] = [await startWaCloud(), await startVk(), await startFb()];
  return [wa, vk, fb];
});

beforeAll(async () => {
  const body = { token: vk.credential.token, community: vk.community };
  await get().owner.call(api.messengers.addCommunity, { body });
});

const downloads = () => wa.calls.filter(({ path }) => path.includes('/attachments/')).length;

test('a file that its vendor says is over 10 MB is not downloaded', async () => {
  const customer = newCustomer();
  await wa.write(customer, { file: { name: 'film.mp4', type: 'video/mp4', bytes: LARGE }, text: 'Watch it' });
  const messages = await messagesWith(get().owner, customer);
  expect(messages).toMatchObject([{ type: 'text', body: 'Watch it\nvideo.mp4 (11.0 MB)' }]);
  expect(downloads()).toBe(0);
});

test.each([
  ['vk', () => vk, 'photo.jpg'],
  ['fb', () => fb, 'cat.jpg'],
] as const)('a file over 10 MB of which only its server knows the size is named with it (%s)', async (_, of, name) => {
  const fake: FakeVendor = of();
  const customer = newCustomer();
  await fake.write(customer, { file: { name: 'cat.jpg', type: 'image/jpeg', bytes: LARGE } });
  expect(await messagesWith(get().owner, customer)).toMatchObject([{ type: 'text', body: `${name} (11.0 MB)` }]);
});

test('a file that cannot be had is named with the size that its vendor told on the way', async () => {
  const { app, owner } = get();
  const customer = newCustomer();
  wa.loseFiles();
  await wa.write(customer, { file: { name: 'list.txt', type: 'text/plain', bytes: Buffer.alloc(2_000) } });
  await untilTried(app, async () => (await chatsOf(owner, customer)).length > 0, 'the message is stored without it');
  expect(await messagesWith(owner, customer)).toMatchObject([{ type: 'text', body: 'list.txt (2 KB)' }]);
  expect(downloads()).toBe(4);
});
