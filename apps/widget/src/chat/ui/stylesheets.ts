import type { Shell } from '../../shell.ts';

let shell: Shell | undefined;

/** Where stylesheets are added from now on. */
export function setStylesheetTarget(target: Shell) {
  shell = target;
}

export function addStylesheet(css: string) {
  if (!shell) return;
  // A constructed stylesheet only works in the document of its window, and this runs in a frame.
  const sheet = new shell.window.CSSStyleSheet();
  sheet.replaceSync(css);
  shell.root.adoptedStyleSheets = [...shell.root.adoptedStyleSheets, sheet];
}
