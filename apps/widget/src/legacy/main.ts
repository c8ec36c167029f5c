import { NAME, type SiteApi } from '../loader/site-api.ts';
import type { WidgetState } from '../shell.ts';
import { trustedScriptUrl } from '../trusted-types.ts';
import { createApi, fail, type LegacyResult, type WithWidget } from './api.ts';
import { forwardEvents, invokeCallback } from './callbacks.ts';

// For sites that migrate from another platform: answers its API with this widget.

const OK: LegacyResult = { result: 'ok' };
const API = 'jivo_api';
/** Sites may wait for the load callback to show their own button: without a server they get it after this time. */
const LOAD_TIMEOUT_MS = 5_000;

// A page may include the script twice.
if (!(API in window)) start(document.currentScript as HTMLScriptElement | null);

function start(script: HTMLScriptElement | null) {
  const queue: (() => unknown)[] = [];
  let widget: SiteApi | undefined;
  let isDestroyed = false;

  function enqueue(call: () => unknown) {
    queue[queue.length] = call;
    return OK;
  }

  const withWidget: WithWidget = (call) => {
    if (isDestroyed) return fail('destroyed');
    return widget ? call(widget) : enqueue(() => withWidget(call));
  };

  const state = (): Partial<WidgetState> => (isDestroyed ? undefined : widget?.state()) ?? {};
  const { api, setKnownContact, isInvited } = createApi(withWidget, state);

  /** On every load event of the document, until the script of the widget has run. */
  function detectWidget() {
    const found = (window as { [NAME]?: SiteApi })[NAME];
    if (!found) return;
    document.removeEventListener('load', detectWidget, true);
    widget = found;
    for (const call of queue) call();
    // Without access to the API there are no callbacks either.
    if (found.state().result === 'ok') reportLoaded(found);
  }

  /** Loaded means that `chatMode` has an answer: sites ask for it first. */
  function reportLoaded(found: SiteApi) {
    let isLoaded = false;
    function load() {
      if (isLoaded) return;
      isLoaded = true;
      setTimeout(() => invokeCallback('onLoadCallback'));
      forwardEvents(found, { isInvited, isSilent: () => isDestroyed });
    }
    found.on('contact', setKnownContact);
    found.on('online', load);
    setTimeout(load, found.state().online === null ? LOAD_TIMEOUT_MS : 0);
  }

  /** Hides the widget without unloading it, since `jivo_init` can bring it back. */
  function hide(isHidden: boolean) {
    const { style } = document.querySelector<HTMLElement>('service-widget') ?? {};
    style?.setProperty('display', isHidden ? 'none' : 'block', 'important');
    isDestroyed = isHidden;
    return OK;
  }

  const init = (): LegacyResult => (widget ? hide(false) : enqueue(init));

  const destroy = () =>
    withWidget((found) => {
      const closed = found.close();
      if (closed.result === 'fail') return fail(closed.reason);
      setTimeout(() => invokeCallback('onWidgetDestroy'));
      return hide(true);
    });

  Object.assign(window, { [API]: api, jivo_init: init, jivo_destroy: destroy });
  document.addEventListener('load', detectWidget, true);
  detectWidget();
  if (!widget && script?.src) addWidget(script);
}

/** With `?widget=` in its address this script loads the widget too. */
function addWidget({ src, nonce }: HTMLScriptElement) {
  const { origin, searchParams } = new URL(src);
  const guid = searchParams.get('widget');
  if (!guid) return;
  const script = document.createElement('script');
  script.async = true;
  if (nonce) script.nonce = nonce;
  script.src = trustedScriptUrl(window, `${origin}/w/${encodeURIComponent(guid)}.js`);
  document.head.append(script);
}
