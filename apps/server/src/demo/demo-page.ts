import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, mark, trusted } from '@parley/html';
import { siteApiPanel } from './bench.ts';
import { draw, type Piece, pieces, stillLife, toneOf } from './drawings.ts';
import type { DemoPageData } from './visit.ts';

const readAsset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');

const SHEETS = ['demo.css', 'demo-drawings.css', 'demo-shop.css', 'demo-bench.css'];
const style = SHEETS.map(readAsset).join('');
const script = readAsset('demo.js');

const RTL = ['ar', 'fa', 'he'];

/** The policy a page with the widget needs, plus this page's own style and script. */
export function policyFor(origin: string, isStrict: boolean) {
  const socket = origin.replace(/^http/, 'ws');
  return [
    "default-src 'none'",
    `script-src ${origin} ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `connect-src ${origin} ${socket}`,
    `img-src ${origin} blob:${isStrict ? '' : ' data:'}`,
    ...(isStrict ? ["require-trusted-types-for 'script'", 'trusted-types parley'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export function demoPage(visit: DemoPageData): string {
  const { texts, language, lang, theme, tag, publicUrl } = visit;
  const direction = RTL.includes(lang) ? 'rtl' : 'ltr';
  return html`<!doctype html>
<html lang="${lang}" dir="${direction}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${texts.title}</title>
<link rel="icon" href="${publicUrl}/favicon.svg">
<style>${trusted(style)}</style>
${trusted(tag)}
</head>
<body lang="${language}">
<a class="skip" href="#content">${texts.skip}</a>
${header(visit)}
<main id="content" tabindex="-1">${hero(visit)}${products(visit)}${promises(visit)}${siteApiPanel(visit)}</main>
${footer(visit)}
<script>${trusted(script)}</script>
</body>
</html>
`.html;
}

function header({ texts, language, addressWith }: DemoPageData): Html {
  const { menu, cart, currency } = texts;
  const other = language === 'ru' ? 'en' : 'ru';
  return html`<header class="top"><a class="shop" href="#content">${sprig}<span>${texts.shop}</span></a>
<nav aria-label="${menu.label}"><a href="#products">${menu.products}</a><a href="#bench">${menu.bench}</a><a href="/app/">${menu.console}</a></nav>
<a class="language" href="${addressWith({ lang: other })}" lang="${other}" hreflang="${other}">${texts.language}</a>
<button type="button" class="cart-button" popovertarget="cart">${bag}<span>${cart.open}</span><output id="count">0</output></button></header>
<section class="cart" id="cart" popover aria-label="${cart.open}" data-language="${language}" data-currency="${currency}">
<div class="cart-head"><h2>${cart.open}</h2><button type="button" class="plain" popovertarget="cart" popovertargetaction="hide" aria-label="${cart.close}">×</button></div>
<p class="small" id="cart-empty">${cart.empty}</p><ul id="cart-lines"></ul>
<p class="total"><span>${cart.total}</span><output id="total"></output></p></section>`;
}

function hero({ texts: { hero } }: DemoPageData): Html {
  return html`<section class="hero"><div><p class="kicker">${hero.kicker}</p><h1>${hero.title}</h1><p class="lead">${hero.lead}</p>
<div class="row"><form data-call="open"><button class="buy">${hero.ask}</button></form><a class="buy quiet" href="#products">${hero.look}</a></div></div>
${stillLife()}</section>`;
}

function products({ texts, language }: DemoPageData): Html {
  const money = new Intl.NumberFormat(language, {
    style: 'currency',
    currency: texts.currency,
    maximumFractionDigits: 0,
  });
  const item = (piece: Piece) => {
    const { name, note, price } = texts.products[piece];
    return html`<li class="product"><div class="picture ${toneOf(piece)}">${draw(piece)}</div>
<h3>${name}</h3><p class="small">${note}</p><div class="price"><strong>${money.format(price)}</strong>
<button type="button" class="add" data-name="${name}" data-price="${price}" data-added="${texts.cart.added}" aria-label="${texts.cart.add}: ${name}">${texts.cart.add}</button></div></li>`;
  };
  return html`<section id="products" aria-labelledby="products-title"><h2 id="products-title">${texts.menu.products}</h2>
<ul class="products">${pieces.map(item)}</ul></section>`;
}

function promises({ texts: { promise } }: DemoPageData): Html {
  return html`<ul class="promises">${promise.map(
    ([title, text]) => html`<li><strong>${title}</strong><span>${text}</span></li>`,
  )}</ul>`;
}

function footer({ texts }: DemoPageData): Html {
  return html`<footer><p>${texts.footer}</p><p class="row"><a class="parley" href="/app/">${trusted(mark)}Parley</a>
<a href="/docs">${texts.docs}</a></p></footer>`;
}

const sprig = trusted(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><path class="sprig" d="M6 27C12 20 18 13 26 5M11 21c-4 0-6-2-7-6 4 0 7 2 7 6Zm6-7c-4-1-5-4-5-8 4 1 6 4 5 8Zm-1 1c1 4 4 6 8 5-1-4-4-6-8-5Zm-6 7c1 4 4 6 8 5-1-4-4-6-8-5Z"/></svg>',
);
const bag = trusted(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path class="bag" d="M5 8h14l1 12.500H4ZM8.500 10V7a3.500 3.500 0 0 1 7 0v3"/></svg>',
);
