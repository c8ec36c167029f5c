import { NAME, type SiteApi, type SiteState } from '../loader/site-api.ts';
import { trustedScriptUrl } from '../trusted-types.ts';
import { type Answer, createApi, fail } from './api.ts';
import { call, hear } from './callbacks.ts';

// For sites that come from another platform: what they called there is answered by the widget that they have now.

type Act = (widget: SiteApi) => Answer;

const OK: Answer = { result: 'ok' };
const API = 'jivo_api';
/** Many sites show their own button once it is loaded: where the server is not heard of, they wait no longer than this. */
const PATIENCE_MS = 5_000;

// A page may have the script twice.
if (!(API in window)) start(document.currentScript as HTMLScriptElement | null);

function start(script: HTMLScriptElement | null) {
  const kept: (() => unknown)[] = [];
  let widget: SiteApi | undefined;
  let isDestroyed = false;

  function keep(again: () => unknown) {
    kept[kept.length] = again;
    return OK;
  }

  /** Now, or as soon as the widget is there. */
  function ask(act: Act): Answer {
    if (isDestroyed) return fail('destroyed');
    return widget ? act(widget) : keep(() => ask(act));
  }

  const state = (): Partial<SiteState> => (isDestroyed ? undefined : widget?.state()) ?? {};
  const { api, meet, isInvited } = createApi({ ask, state });

  /** The document hears of every script that has run in it. */
  function look() {
    const found = (window as { [NAME]?: SiteApi })[NAME];
    if (!found) return;
    document.removeEventListener('load', look, true);
    widget = found;
    for (const again of kept) again();
    // Where scripts of the site may not call there is nothing to tell them either.
    if (found.state().result === 'ok') untilKnown(found);
  }

  /** It is loaded for a site when it can say whether somebody is there: sites ask for that first. */
  function untilKnown(found: SiteApi) {
    let isLoaded = false;
    function load() {
      if (isLoaded) return;
      isLoaded = true;
      setTimeout(() => call('onLoadCallback'));
      hear(found, { isInvited, isSilent: () => isDestroyed });
    }
    found.on('contact', meet);
    found.on('online', load);
    setTimeout(load, found.state().online === null ? PATIENCE_MS : 0);
  }

  /** It stays where it is and is not seen: who takes it away on one page of a shop has it back on the next. */
  function hide(isHidden: boolean) {
    const { style } = document.querySelector<HTMLElement>('service-widget') ?? {};
    style?.setProperty('display', isHidden ? 'none' : 'block', 'important');
    isDestroyed = isHidden;
    return OK;
  }

  const init = (): Answer => (widget ? hide(false) : keep(init));

  const destroy = () =>
    ask((found) => {
      const closed = found.close();
      if (closed.result === 'fail') return fail(closed.reason);
      setTimeout(() => call('onWidgetDestroy'));
      return hide(true);
    });

  Object.assign(window, { [API]: api, jivo_init: init, jivo_destroy: destroy });
  document.addEventListener('load', look, true);
  look();
  if (!widget && script?.src) addWidget(script);
}

/** An address that names the widget brings it along: then it is the only script that a page needs. */
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
