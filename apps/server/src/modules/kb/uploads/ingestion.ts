import { setTimeout as sleep } from 'node:timers/promises';
import type { Models } from '../../../infra/ai/models.ts';
import { type Chunk, ExtractionError, type Extractor } from '../../../infra/extraction/extractor.ts';
import type { FileStore } from '../../../infra/files/file-store.ts';
import { asSystem, type UnitOfWork, type WidgetWork } from '../../../kernel/data/context.ts';
import { MAX_BYTES } from '../../../kernel/http/uploads.ts';
import type { Pace } from '../../../kernel/leasing/pace.ts';
import { Problem } from '../../../kernel/problems.ts';
import * as files from '../../account/files/index.ts';
import { type Embedding, embed } from '../embedding/index.ts';
import * as rules from '../rules/index.ts';
import { sourceOf } from './service.ts';
import * as store from './store.ts';

export interface IngestionTools {
  unitOfWork: UnitOfWork;
  storage: FileStore;
  extractor: Extractor;
  models: Models;
  pace: Pace;
}

type Reason = 'embed_failed' | ExtractionError['reason'];

/** What came of a document. */
type Outcome =
  | { status: 'ready'; pages: number | null; chunks: { content: string; embedding: Embedding }[] }
  | { status: 'failed'; reason: Reason };

/** Nobody waits for a document that so many nodes died of. */
const MAX_LEASES = 3;

/** Reads a leased document and stores its rules, all of them or none. Rejects if it was aborted. */
export async function ingest(tools: IngestionTools, upload: store.LeasedUpload, signal: AbortSignal) {
  const outcome: Outcome =
    upload.leases > MAX_LEASES ? { status: 'failed', reason: 'broken' } : await readAndEmbed(tools, upload, signal);
  try {
    await conclude(tools, upload, outcome);
  } catch (error) {
    // The widget was filled up while the document was read.
    if (!(error instanceof Problem && error.code === 'kb_limit_reached')) throw error;
    await conclude(tools, upload, { status: 'failed', reason: 'too_large' });
  }
  return outcome;
}

async function readAndEmbed(tools: IngestionTools, upload: store.LeasedUpload, signal: AbortSignal): Promise<Outcome> {
  try {
    const { pages, chunks } = await readDocument(tools, upload, signal);
    const embeddings = await embedChunks(tools, upload, chunks, signal);
    if (!embeddings) return { status: 'failed', reason: 'embed_failed' };
    const embedded = chunks.flatMap(({ content }, at) => {
      const embedding = embeddings[at];
      return embedding ? [{ content, embedding }] : [];
    });
    return { status: 'ready', pages, chunks: embedded };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ExtractionError) return { status: 'failed', reason: error.reason };
    throw error;
  }
}

/** The reader takes a file on this machine. */
async function readDocument({ storage, extractor }: IngestionTools, upload: store.LeasedUpload, signal: AbortSignal) {
  const { name, type, file_key: key } = upload;
  const stored = key === null ? undefined : await storage.read(key);
  if (!stored) throw new ExtractionError('broken');
  const staged = await storage.receive(stored, MAX_BYTES);
  try {
    return await extractor.readDocument({ path: staged.path, type, name }, signal);
  } finally {
    await storage.discard(staged);
  }
}

const BATCH = 96;
const TRIES = 3;
const RETRY_MS = 500;

/** Undefined if a batch failed three times. */
async function embedChunks(tools: IngestionTools, upload: store.LeasedUpload, chunks: Chunk[], signal: AbortSignal) {
  const embeddings: Embedding[] = [];
  for (let from = 0; from < chunks.length; from += BATCH) {
    const texts = chunks.slice(from, from + BATCH).map(({ content }) => content);
    const began = performance.now();
    const batch = await embedWithRetries(tools, upload, texts, signal);
    if (!batch) return undefined;
    embeddings.push(...batch);
    await tools.pace(performance.now() - began, signal);
  }
  // The model may have changed in the middle: vectors of two can't be compared, and the background embeds the rest again.
  return embeddings;
}

async function embedWithRetries(
  { unitOfWork, models }: IngestionTools,
  { widget_id: widgetId }: store.LeasedUpload,
  texts: string[],
  signal: AbortSignal,
) {
  for (let tries = 1; ; tries += 1) {
    const result = await unitOfWork.read((work) => embed({ ...work, widgetId }, { models, texts }, signal));
    await unitOfWork.write({}, async (work) => result.account({ ...work, widgetId }));
    if (result.kind === 'embedded') return result.embeddings;
    if (tries === TRIES || result.kind !== 'failed') return undefined;
    await sleep(RETRY_MS * tries, undefined, { signal });
  }
}

/** In one transaction, and only if the upload was not deleted or taken by another node meanwhile. */
async function conclude({ unitOfWork }: IngestionTools, upload: store.LeasedUpload, outcome: Outcome) {
  const { account_id: accountId, widget_id: widgetId, button_guid: buttonGuid } = upload;
  const tenant = { accountId, widgetId, buttonGuid };
  await unitOfWork.write({ tenant }, async (write) => {
    const ctx = asSystem(write, tenant);
    const { status } = outcome;
    const [reason, pages] = status === 'ready' ? [null, outcome.pages] : [outcome.reason, null];
    if (!(await store.end(ctx, upload, { status, reason, pages }))) return;
    if (status === 'ready') await insertRules(ctx, upload, outcome.chunks);
    if (upload.file_id !== null) await files.release(ctx, upload.file_id);
  });
}

/** One statement of all rules of a long document would be 70 MB. */
const INSERTED_AT_ONCE = 200;

async function insertRules(
  ctx: WidgetWork,
  { id, name }: store.LeasedUpload,
  chunks: { content: string; embedding: Embedding }[],
) {
  const origin = { source: sourceOf(id), source_label: name, source_ref: String(id), source_is_managed: false };
  const added = chunks.map((chunk, index) => ({
    ...origin,
    ...chunk,
    operator_id: null,
    doc_id: null,
    chunk_index: index,
  }));
  for (let from = 0; from < added.length; from += INSERTED_AT_ONCE)
    await rules.insertAll(ctx, added.slice(from, from + INSERTED_AT_ONCE));
}
