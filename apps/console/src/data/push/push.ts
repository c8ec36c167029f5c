import { api } from '../api.ts';
import { startWorker } from './service-worker.ts';

/** Asks whoever sits there, by a click of theirs, and lets the browser be told if that is wanted too. */
export async function askPermission({ push }: { push: boolean }) {
  if (!('Notification' in window)) return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted' && push) await subscribe().catch(() => undefined);
}

export type Hindrance = 'blocked' | 'notInstalled' | 'noNotifications' | 'noPush';

/** Why this browser shows nothing, or nothing while the console is closed, whatever is switched on. */
export function findHindrance(): Hindrance | undefined {
  const isApplePhone = /iPhone|iPad/.test(navigator.userAgent);
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isApplePhone && !isInstalled) return 'notInstalled';
  if (!('Notification' in window)) return 'noNotifications';
  if (Notification.permission === 'denied') return 'blocked';
  return 'PushManager' in window ? undefined : 'noPush';
}

export const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

/** Lets this browser be told: of what whoever is signed in now wants to hear. Harmless to repeat. */
export async function subscribe() {
  const manager = (await startWorker())?.pushManager;
  if (!manager) return;
  const { public_key } = await api.push.readKey();
  const { endpoint, keys } = (await subscribeFor(manager, public_key)).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint && p256dh && auth) await api.push.subscribe({ body: { endpoint, keys: { p256dh, auth } } });
}

/** Lets it be told of nothing any more. */
export async function unsubscribe() {
  const registration = await navigator.serviceWorker?.getRegistration('/app/');
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  await api.push.unsubscribe({ body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

async function subscribeFor(manager: PushManager, key: string) {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    // Of a key that the server no longer has: a browser holds one subscription at a time.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}
