import type { LoaderConfig } from '@parley/contract';
import type { Model } from '../model/model.ts';

export type Messenger = LoaderConfig['messengers'][number];

/** Those whose links can carry a code, by which the visitor is the same contact there. */
const WITH_CODE: readonly string[] = ['tg', 'vk', 'wa', 'vb', 'fb', 'mx'];

/** How long an empty tab may wait for the code. */
const PATIENCE_MS = 4_000;

export const hasCode = ({ provider }: Messenger) => WITH_CODE.includes(provider);

/** Links of an app, such as `viber:`, need no tab. */
export const isWeb = (url: string) => /^https?:/i.test(url);

/** Leads into a messenger as the contact that the visitor is here, or by the plain link if that is not to be had. */
export async function follow(model: Model, messenger: Messenger) {
  const { page } = model;
  // Only a click may open a tab, and the answer comes after it.
  const tab = isWeb(messenger.link) ? page.open('', '_blank') : null;
  if (tab) tab.opener = null;
  const url = await findUrl(model, messenger);
  if (tab && isWeb(url)) return tab.location.replace(url);
  tab?.close();
  const target = isWeb(url) ? '_blank' : '';
  Object.assign(page.document.createElement('a'), { href: url, target, rel: 'noopener noreferrer' }).click();
}

async function findUrl({ api, conversation }: Model, { provider, link }: Messenger) {
  const isLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const linking = conversation.open().then(() => api.linkMessenger(provider));
  const answer = await Promise.race([linking, isLate]).catch(() => undefined);
  return answer?.url || link;
}
