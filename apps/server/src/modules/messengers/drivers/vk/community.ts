import { type Access, VendorRefusal } from '../access.ts';
import type { Identity } from '../driver.ts';
import { idOf, objectsOf, textOf } from '../requests.ts';
import { callMethod, hasCode } from './api.ts';

/** The community that the token is of. */
export async function identify(access: Access): Promise<Identity> {
  const answer = await callMethod(access, 'groups.getById').catch((error) => {
    // A person's token: without a community of its own, it has to say which one is meant.
    if (hasCode(error, '100')) throw noCommunity(error.detail);
    throw error;
  });
  // Older versions of the API answer with the list itself.
  const [group] = objectsOf(Array.isArray(answer) ? answer : answer?.groups);
  const id = idOf(group?.id);
  if (id === undefined) throw noCommunity(null);
  const username = textOf(group.screen_name) ?? null;
  return {
    account: { id, name: textOf(group.name) ?? null, username },
    link: `https://vk.me/${username ?? `club${id}`}`,
  };
}

const noCommunity = (detail: string | null) =>
  new VendorRefusal({ verdict: { kind: 'auth' }, detail: detail ?? 'The token belongs to no community' }, 200);

export const communityOf = async (access: Access) => access.account?.id ?? (await identify(access)).account.id;
