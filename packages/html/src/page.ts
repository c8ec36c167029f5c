import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Html, html, trusted } from './html.ts';

interface Parts {
  title: string;
  /** English unless given. */
  language?: string;
  /** Added to the style that all pages share. */
  style: string;
  body: Html;
  script?: string;
  /** Its script fetches from the server itself. */
  fetches?: true;
  /** Its forms may be sent to the server itself. */
  hasForms?: true;
}

/** A page, and a Content-Security-Policy that allows only its own style and script. */
export interface Page {
  text: string;
  policy: string;
}

const readAsset = (name: string) => readFileSync(new URL(`../assets/${name}`, import.meta.url), 'utf8');

/** The product's logo as SVG. */
export const mark = readAsset('mark.svg');

const shared = readAsset('page.css');

/** A self-contained page in the product's style. */
export function page({ title, language = 'en', style, body, script, fetches, hasForms }: Parts): Page {
  const css = `${shared}${style}`;
  const { html: text } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style>${trusted(css)}</style>
</head>
<body>
${body}
${script ? trusted(`<script>${script}</script>`) : ''}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    "img-src 'self'",
    `style-src ${hashOf(css)}`,
    ...(script ? [`script-src ${hashOf(script)}`] : []),
    ...(fetches ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${hasForms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
  return { text, policy };
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
