import { api } from '../api.ts';
import { startWorker } from './service-worker.ts';

/** Asks for permission after a click, and subscribes to push if the agent wants it. */
export async function askPermission({ push }: { push: boolean }) {
  if (!('Notification' in window)) return;
  const answer = await Notification.requestPermission();
  if (answer === 'granted' && push) await subscribe().catch(() => undefined);
}

export type NotificationBlocker = 'blocked' | 'notInstalled' | 'noNotifications' | 'noPush';

/** Why this browser can't show notifications, or none while the console is closed. */
export function findNotificationBlocker(): NotificationBlocker | undefined {
  const isApplePhone = /iPhone|iPad/.test(navigator.userAgent);
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isApplePhone && !isInstalled) return 'notInstalled';
  if (!('Notification' in window)) return 'noNotifications';
  if (Notification.permission === 'denied') return 'blocked';
  return 'PushManager' in window ? undefined : 'noPush';
}

export const isAllowed = () => 'Notification' in window && Notification.permission === 'granted';

/** Subscribes this browser to push for the signed-in agent. Idempotent. */
export async function subscribe() {
  const manager = (await startWorker())?.pushManager;
  if (!manager) return;
  const { public_key } = await api.push.readKey();
  const { endpoint, keys } = (await subscribeFor(manager, public_key)).toJSON();
  const { p256dh, auth } = keys ?? {};
  if (endpoint && p256dh && auth) await api.push.subscribe({ body: { endpoint, keys: { p256dh, auth } } });
}

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
    // Subscribed with an old server key. A browser holds one subscription at a time.
    if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
    await (await manager.getSubscription())?.unsubscribe();
    return manager.subscribe(options);
  }
}
