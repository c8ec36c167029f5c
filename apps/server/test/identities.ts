import { createHmac } from 'node:crypto';
import { site } from '@parley/contract';
import * as widgets from '../src/modules/account/widgets/index.ts';
import type { Call } from './call.ts';
import type { TestApp } from './harness.ts';
import type { Owner } from './owners.ts';

/** The owner's identity key, created if missing. */
export async function identityKey({ unitOfWork }: TestApp, { widgetId }: Pick<Owner, 'widgetId'>) {
  const known = await unitOfWork.read((work) => widgets.findIdentityKey(work, widgetId));
  if (known !== null) return known;
  return (await unitOfWork.write({}, (work) => widgets.renewIdentityKey(work, widgetId))).identity_key;
}

/** As a site signs it, without our code. */
export function sign(key: string, user_id: string, expires: number) {
  const signature = createHmac('sha256', key).update(`${user_id}.${expires}`).digest('hex');
  return { user_id, expires, signature };
}

/** An identity signed by the site, valid for an hour. */
export async function signedIdentity(app: TestApp, owner: Owner, userId: string) {
  const expires = Math.floor(app.clock.now.epochMilliseconds / 1_000) + 3_600;
  return sign(await identityKey(app, owner), userId, expires);
}

export async function identify(app: TestApp, owner: Owner, { call }: { call: Call }, userId: string) {
  const params = { button_guid: owner.buttonGuid };
  return call(site.visitor.identify, { params, body: await signedIdentity(app, owner, userId) });
}
