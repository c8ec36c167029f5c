export { type Html, html, type Piece, trusted } from './html.ts';
export { mark, type Page, page } from './page.ts';
