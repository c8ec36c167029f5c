import { api } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../test/harness.ts';
import type { Owner } from '../../../test/owners.ts';

/** Every place that takes a URL to call, with the member that has it. */
const saveEverywhere = async (ann: Owner, url: string) => ({
  url: await ann.call(api.webhooks.create, { body: { url, events: ['chat.closed'] } }),
  outbound_url: await ann.call(api.channels.create, { body: { name: 'Shop app', outbound_url: url } }),
});

test.each([
  ['https://10.0.0.5/hook?key=1', '10.0.0.5'],
  ['https://10.0.0.5:8443/hook', '10.0.0.5:8443'],
  ['https://[fd00::1]:8443/', '[fd00::1]:8443'],
  ['https://LOCALHOST:3000/', 'localhost:3000'],
])('a private address %s is refused with what to put into OUTBOUND_ALLOW', async (url, host) => {
  const ann = await (await startApp()).owner();
  const refusal = [
    `${host} is not on the public internet. If the server may call it, add it to OUTBOUND_ALLOW exactly as it stands here`,
  ];
  for (const [field, answer] of Object.entries(await saveEverywhere(ann, url))) {
    expect(answer.problem).toMatchObject({ status: 422, errors: { [field]: refusal } });
  }
  const fetched = await ann.call(api.files.create, { body: { url } });
  expect(fetched.problem).toMatchObject({ status: 422, errors: { url: refusal } });
  const allowing = await (await startApp({ OUTBOUND_ALLOW: host })).owner();
  for (const answer of Object.values(await saveEverywhere(allowing, url))) expect(answer.status).toBe(201);
});
