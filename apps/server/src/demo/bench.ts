import { locales } from '@parley/contract';
import { type Html, html } from '@parley/html';
import type { DemoPageData } from './visit.ts';

const SKINS = ['classic', 'minimal', 'capsule', 'liquid'];
const EVENTS = ['open', 'close', 'message', 'sent', 'unread', 'online', 'identify', 'error'];

/** A button for every call of the site API. */
export function siteApiPanel(visit: DemoPageData): Html {
  const { texts, tag } = visit;
  const { bench } = texts;
  return html`<section class="bench" id="bench" aria-labelledby="bench-title">
<div class="bench-head"><div><h2 id="bench-title">${bench.title}</h2><p>${bench.lead}</p></div>
<figure class="tag"><figcaption>${bench.tag}</figcaption><pre tabindex="0"><code>${tag}</code></pre></figure></div>
${notes(visit)}
<div class="bench-body"><div class="cards">
${pageCard(visit)}${windowCard(visit)}${contactCard(visit)}${dataCard(visit)}${eventsCard(visit)}${identityCard(visit)}
</div>
<div class="log"><div class="log-head"><h3 id="log-title">${bench.log}</h3>
<button type="button" class="plain" id="clear">${bench.clear}</button></div>
<div id="log" role="log" tabindex="0" aria-labelledby="log-title" data-quiet="${bench.quiet}" data-failed="${bench.failed}"></div></div></div>
</section>`;
}

function notes({ texts, widget: { isApiEnabled } }: DemoPageData): Html | undefined {
  return isApiEnabled ? undefined : html`<p class="note">${texts.notes.apiOff}</p>`;
}

function pageCard({ texts: { bench }, lang, theme, isStrict, addressWith, policy }: DemoPageData): Html {
  const themes = ['auto', 'light', 'dark'] as const;
  return html`<div class="card"><h3>${bench.page}</h3>
<fieldset class="choice"><legend>${bench.theme.label}</legend>${themes.map(
    (each) =>
      html`<label><input type="radio" name="theme" value="${each}"${
        each === theme && html` checked`
      }><span>${bench.theme[each]}</span></label>`,
  )}</fieldset>
<label class="field">${bench.locale}<select id="lang">${locales.map(
    (each) => html`<option value="${each}"${each === lang && html` selected`}>${nameOf(each)}</option>`,
  )}</select></label><p class="small">${bench.localeNote}</p>
<div class="choice" role="group" aria-label="${bench.policy}"><span class="legend">${bench.policy}</span>
<a href="${addressWith({ csp: '' })}"${!isStrict && html` aria-current="true"`}>${bench.usual}</a>
<a href="${addressWith({ csp: '1' })}"${isStrict && html` aria-current="true"`}>${bench.strict}</a></div>
<details><summary>${bench.policy}</summary><pre tabindex="0"><code>${policy.replaceAll('; ', ';\n')}</code></pre></details></div>`;
}

function windowCard({ texts: { bench, hero, shop } }: DemoPageData): Html {
  return html`<div class="card"><h3>${bench.window}</h3>
<div class="row"><form data-call="open">${call('open()')}</form><form data-call="close">${call('close()')}</form>
<form data-call="reset">${call('reset()')}</form></div>
<form data-call="setSkin"><h4>${bench.skin}</h4>
<div class="row">${SKINS.map((skin) => call(`setSkin('${skin}')`, skin))}</div>
<div class="pair">${field(bench.capsuleTitle, 'capsuleTitle', hero.ask)}${field(bench.capsuleSubtitle, 'capsuleSubtitle', shop)}</div></form></div>`;
}

function contactCard({ texts: { bench } }: DemoPageData): Html {
  return html`<form class="card" data-call="setContactInfo"><h3>${bench.contact}</h3>
<div class="pair">${field(bench.name, 'name', 'Vera')}${field(bench.email, 'email', 'vera@site.test')}
${field(bench.phone, 'phone', '+49 30 901820')}${field(bench.description, 'description', '')}</div>
<div class="row">${call('setContactInfo()')}</div></form>`;
}

function dataCard({ texts: { bench }, publicUrl }: DemoPageData): Html {
  return html`<form class="card" data-call="setCustomData"><h3>${bench.data}</h3>
<div class="pair">${field(bench.fieldTitle, 'title', 'Order')}${field(bench.content, 'content', '№ 1042, <b>paid</b>')}</div>
${field(bench.link, 'link', `${publicUrl}/demo`)}<p class="small">${bench.dataNote}</p>
<div class="row">${call('setCustomData()')}</div></form>`;
}

function eventsCard({ texts: { bench } }: DemoPageData): Html {
  return html`<div class="card"><h3>${bench.events}</h3><p class="small">${bench.eventsNote}</p>
<div class="row" id="events">${EVENTS.map(
    (event) =>
      html`<button type="button" class="call" aria-pressed="true" data-event="${event}">on('${event}')</button>`,
  )}</div></div>`;
}

function identityCard({ texts: { bench } }: DemoPageData): Html {
  return html`<form class="card" data-call="identify"><h3>${bench.identity}</h3><p class="small">${bench.identityNote}</p>
<div class="pair">${field(bench.userId, 'user_id', 'user-42')}${field(bench.expires, 'expires', '')}</div>
${field(bench.signature, 'signature', '')}
<div class="row">${call('identify()')}</div></form>`;
}

function field(label: string, name: string, value: string): Html {
  return html`<label class="field">${label}<input name="${name}" value="${value}" autocomplete="off"></label>`;
}

const call = (text: string, value = ''): Html => html`<button class="call" value="${value}">${text}</button>`;

const nameOf = (locale: string) =>
  `${new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale} · ${locale}`;
