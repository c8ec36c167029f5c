/** Text that is HTML already. Everything else that is put into a page is escaped. */
export interface Html {
  readonly html: string;
}

export type Piece = Html | string | number | false | undefined | Piece[];

/** Writes HTML: what is put in is escaped, unless it was written by this function too. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { html: String.raw({ raw: strings }, ...pieces.map(render)) };
}

/** Vouches for HTML of our own files. */
export const trusted = (text: string): Html => ({ html: text });

function render(piece: Piece): string {
  if (piece === false || piece === undefined) return '';
  if (Array.isArray(piece)) return piece.map(render).join('');
  return typeof piece === 'object' ? piece.html : escapeText(String(piece));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
