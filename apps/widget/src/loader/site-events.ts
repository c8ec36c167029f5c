import type { SiteEvent } from '../shell.ts';

type Listener = (detail: never) => void;

/** Listeners of the site. This runs in the host page, whose libraries may have replaced built-in methods: hence loops. */
export function createSiteEvents() {
  const listeners: { event: string; listener: Listener }[] = [];

  return {
    listen(event: string, listener: Listener) {
      listeners[listeners.length] = { event, listener };
    },
    emit(event: SiteEvent, detail?: unknown) {
      for (const each of listeners) {
        try {
          if (each.event === event) each.listener(detail as never);
        } catch (error) {
          // Reported as an uncaught error of the site, without stopping the widget.
          reportError(error);
        }
      }
    },
  };
}

export type SiteEvents = ReturnType<typeof createSiteEvents>;
