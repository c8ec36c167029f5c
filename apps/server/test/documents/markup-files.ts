export const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A page with this inside its body. */
export const makeHtml = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body>${body}</body></html>`;

/** Elements within elements. */
export const nestedHtml = (depth: number, name = 'div') =>
  makeHtml(`${`<${name}>`.repeat(depth)}The bottom${`</${name}>`.repeat(depth)}`);

/** Entities that grow tenfold with each level. */
export const entityBomb = (levels: number, root: string, inside = (entity: string) => entity) => {
  const entities = Array.from({ length: levels }, (_, level) => {
    const value = level === 0 ? 'lol'.repeat(10) : `&e${level - 1};`.repeat(10);
    return `<!ENTITY e${level} "${value}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE ${root} [${entities.join('')}]>${inside(`&e${levels - 1};`)}`;
};
