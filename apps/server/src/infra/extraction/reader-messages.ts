import type { DocumentType, ExtractionReason } from './content.ts';

/** What the reading process is asked to read. It opens the file itself. */
export type Task =
  | { kind: 'document'; path: string; type: DocumentType; name: string }
  | { kind: 'page'; path: string; url: string; contentType: string | null }
  | { kind: 'sitemap'; path: string };

/** What it answers: that it is ready, once; then items of a result in parts and the rest of it, or a failure. */
export type Answer =
  | { kind: 'ready' }
  | { kind: 'items'; items: object[] }
  | { kind: 'done'; rest: object; rss: number }
  | { kind: 'failed'; reason: ExtractionReason; rss: number };
