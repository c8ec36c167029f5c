/** Every element a text can have. */
type Tag = 'p' | 'strong' | 'em' | 's' | 'code' | 'pre' | 'a' | 'ul' | 'ol' | 'li' | 'blockquote' | 'hr';

/** Named the same in HTML and in every rendering library. */
interface Attributes {
  href?: string;
  target?: '_blank';
  rel?: string;
  start?: number;
  dir?: 'ltr';
}

/** An element as data, for each app to render. */
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
