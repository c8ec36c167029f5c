/** Markup, as opposed to text, which is escaped. */
export interface Html {
  readonly html: string;
}

export type Piece = Html | string | number | false | undefined | Piece[];

/** An HTML template: values are escaped unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { html: String.raw({ raw: strings }, ...pieces.map(render)) };
}

/** Marks text from our own files as HTML. Never pass it user input. */
export const trusted = (text: string): Html => ({ html: text });

function render(piece: Piece): string {
  if (piece === false || piece === undefined) return '';
  if (Array.isArray(piece)) return piece.map(render).join('');
  return typeof piece === 'object' ? piece.html : escapeText(String(piece));
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeText = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
