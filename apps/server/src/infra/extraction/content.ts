export type DocumentType = 'pdf' | 'docx' | 'markdown' | 'html' | 'text' | 'csv';

/** A paragraph, list or table, with the headings above it, outermost first. */
export interface Block {
  headings: string[];
  text: string;
  /** Of a PDF, from 1. */
  page?: number;
}

/** What becomes one rule of the knowledge base. */
export interface Chunk {
  content: string;
  tokens: number;
  /** Where it begins in a PDF, from 1. */
  page?: number;
}

export interface ReadDocument {
  /** Of a PDF. */
  pages: number | null;
  chunks: Chunk[];
}

export interface WebPage {
  title: string | null;
  /** Absolute. */
  canonical: string | null;
  /** BCP 47 */
  language: string | null;
  /** Absolute http and https addresses in their order, without fragments and without those marked `nofollow`. */
  links: string[];
  isNoindex: boolean;
  isNofollow: boolean;
  blocks: Block[];
}

export interface Sitemap {
  urls: string[];
  sitemaps: string[];
}

/** Why a document can't be read; the upload's `reason`. */
export type ExtractionReason =
  | 'broken'
  | 'encrypted'
  | 'no_text'
  | 'too_many_pages'
  | 'too_large'
  | 'timeout'
  | 'memory';

export class ExtractionError extends Error {
  override name = 'ExtractionError';
  readonly reason: ExtractionReason;

  constructor(reason: ExtractionReason, options?: ErrorOptions) {
    super(`The document can't be read: ${reason}`, options);
    this.reason = reason;
  }
}
