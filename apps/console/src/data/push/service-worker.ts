/** Registers the service worker where the browser supports it. */
export async function startWorker() {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.register('/app/sw.js').catch(() => undefined);
}

/** Runs when the agent clicks a notification. */
export function onOpenChat(open: (chatId: number) => void) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return () => undefined;
  const onMessage = ({ data }: MessageEvent) => {
    if (typeof data?.open_chat === 'number') open(data.open_chat);
  };
  serviceWorker.addEventListener('message', onMessage);
  return () => serviceWorker.removeEventListener('message', onMessage);
}
