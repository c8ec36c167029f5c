import { type Access, VendorRefusal } from '../access.ts';
import type { Identity } from '../driver.ts';
import { idOf, objectsOf, textOf } from '../requests.ts';
import { callMethod, hasCode } from './api.ts';

/** The community that the token is of. */
export async function findCommunity(access: Access): Promise<Identity | undefined> {
  const answer = await callMethod(access, 'groups.getById').catch((error) => {
    // A person's token: without a community of its own, it has to say which one is meant.
    if (hasCode(error, '100')) return undefined;
    throw error;
  });
  // Older versions of the API answer with the list itself.
  const [group] = objectsOf(Array.isArray(answer) ? answer : answer?.groups);
  const id = idOf(group?.id);
  if (id === undefined) return undefined;
  const username = textOf(group.screen_name) ?? null;
  return {
    account: { id, name: textOf(group.name) ?? null, username },
    link: `https://vk.me/${username ?? `club${id}`}`,
  };
}

export async function identify(access: Access): Promise<Identity> {
  const community = await findCommunity(access);
  if (community) return community;
  throw new VendorRefusal({ verdict: { kind: 'auth' }, detail: 'The token belongs to no community' }, 200);
}

export const communityOf = async (access: Access) => access.account?.id ?? (await identify(access)).account.id;
