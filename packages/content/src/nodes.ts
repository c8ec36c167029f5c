/** Everything that a text is ever drawn with. */
type Tag = 'p' | 'strong' | 'em' | 's' | 'code' | 'pre' | 'a' | 'ul' | 'ol' | 'li' | 'blockquote' | 'hr';

/** Their names are the same in HTML and in every library that draws it. */
interface Attributes {
  href?: string;
  target?: '_blank';
  rel?: string;
  start?: number;
  dir?: 'ltr';
}

/** An element that is still to be drawn. */
export interface RichElement {
  tag: Tag;
  attributes: Attributes | null;
  children: RichNode[];
}

export type RichNode = string | RichElement;

export const element = (tag: Tag, children: RichNode[], attributes: Attributes | null = null): RichElement => ({
  tag,
  attributes,
  children,
});
