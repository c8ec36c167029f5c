import type { Shell } from '../../shell.ts';

let shell: Shell | undefined;

/** Says where sheets are to be used. */
export function setStylesheetTarget(place: Shell) {
  shell = place;
}

export function addStylesheet(css: string) {
  if (!shell) return;
  // A sheet belongs to the document that it is used in, which is not the one this runs in.
  const sheet = new shell.window.CSSStyleSheet();
  sheet.replaceSync(css);
  shell.root.adoptedStyleSheets = [...shell.root.adoptedStyleSheets, sheet];
}
