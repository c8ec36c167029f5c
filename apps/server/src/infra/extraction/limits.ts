const MB = 1024 ** 2;

/** Of a file as it is stored. */
export const MAX_FILE_BYTES = 64 * MB;
/** Of what a compressed file contains. */
export const MAX_UNPACKED_BYTES = 64 * MB;
export const MAX_ZIP_ENTRIES = 5_000;
export const MAX_PAGES = 2_000;
export const MAX_CHUNKS = 5_000;
export const MAX_CHUNK_TOKENS = 400;

/** More characters than this never fit into the chunks: a token has four at most. */
export const MAX_CHARACTERS = MAX_CHUNKS * MAX_CHUNK_TOKENS * 4;

/** Of one web page. */
export const MAX_LINKS = 5_000;
/** Of one sitemap. */
export const MAX_SITEMAP_URLS = 20_000;
export const MAX_URL_LENGTH = 2_048;

/** Limits of the process that reads. Tests lower them. */
export interface ReaderLimits {
  /** For one document. */
  timeoutMs: number;
  /** For a page or a sitemap, of which a site has many. */
  pageTimeoutMs: number;
  /** Resident memory. */
  memoryBytes: number;
  /** Heap of JavaScript. */
  heapMegabytes: number;
  /** After so long without work the process ends. */
  idleMs: number;
}

export const READER_LIMITS: ReaderLimits = {
  timeoutMs: 60_000,
  pageTimeoutMs: 15_000,
  memoryBytes: 384 * MB,
  heapMegabytes: 256,
  idleMs: 30_000,
};
