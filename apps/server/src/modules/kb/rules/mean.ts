import type { InWidget, JobContext, Read } from '../../../kernel/data/context.ts';
import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { type Embedding, fromBytes, signatureOf, toBytes } from '../embedding/index.ts';
import * as spaces from './store/spaces.ts';
import * as states from './store/states.ts';

/** Fewer vectors are compared by all of their signatures anyway. */
const FEWEST = 64;

const isDue = ({ mean_of: of, written }: { mean_of: number; written: number }) => written >= Math.max(FEWEST, of);

/** Takes a new mean of a widget's vectors, and all signatures around it. */
export const recentre = defineJob<spaces.Space & { widget_id: number }>({
  name: 'kb_rules.recentre',
  attempts: 5,
  timeoutMs: 300_000,
  async run(job, { widget_id: widgetId, ...space }) {
    const before = await spaces.find({ ...job, widgetId }, space);
    if (!before || !isDue(before)) return;
    // Before the lock: a vector more or less does not move it.
    const { mean, of } = await meanOf({ ...job, widgetId }, space);
    if (!of) return;
    await job.unitOfWork.write({}, (work) => setMean({ ...work, widgetId }, space, { mean, of, job, ...before }));
  },
});

interface NewMean {
  mean: Buffer;
  of: number;
  /** That it follows. */
  revision: number;
  job: JobContext;
}

/** Nobody stores a signature meanwhile, and searches see the old ones until the commit. */
async function setMean(ctx: InWidget, space: spaces.Space, { mean, of, revision, job }: NewMean) {
  states.lockAll(ctx);
  if ((await spaces.find(ctx, space))?.revision !== revision) return;
  const around = fromBytes(mean);
  for await (const rows of spaces.listVectors(ctx, space)) {
    job.signal.throwIfAborted();
    const signatures = rows.map(({ rule_id, vector }) => ({
      rule_id,
      signature: signatureOf(fromBytes(vector), around),
    }));
    await spaces.setSignatures(ctx, signatures);
  }
  await spaces.setMean(ctx, space, { mean, of });
}

async function meanOf(work: InWidget<Read>, space: spaces.Space) {
  const sum = new Float64Array(space.dimensions);
  let of = 0;
  for await (const rows of spaces.listVectors(work, space)) {
    for (const { vector } of rows) addTo(sum, fromBytes(vector));
    of += rows.length;
  }
  return { mean: toBytes(Float32Array.from(sum, (value) => value / Math.max(1, of))), of };
}

function addTo(sum: Float64Array, vector: Float32Array) {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
}

/** Vectors as they are stored: their signatures are taken around the mean of their space. The widget is locked. */
export async function toVectors(ctx: InWidget, embeddings: Embedding[]) {
  const means = new Map<string, Float32Array | null>();
  for (const [name, same] of Map.groupBy(embeddings, nameOf)) means.set(name, await meanAround(ctx, same));
  return embeddings.map((embedding) => {
    const bytes = toBytes(embedding.vector);
    const mean = means.get(nameOf(embedding)) ?? null;
    // As it is stored, which is what another mean is compared with.
    return { ...spaceOf(embedding), signature: signatureOf(fromBytes(bytes), mean), vector: bytes };
  });
}

const spaceOf = ({ model, vector }: Embedding): spaces.Space => ({ model, dimensions: vector.length });
const nameOf = ({ model, vector }: Embedding) => `${vector.length} ${model}`;

/** The mean of the space that these are added to. */
async function meanAround(ctx: InWidget, added: Embedding[]) {
  const [first] = added;
  if (!first) return null;
  const space = spaceOf(first);
  const written = await spaces.addWritten(ctx, space, added.length);
  if (isDue(written)) ctx.enqueue(recentre, { widget_id: ctx.widgetId, ...space });
  return written.mean && fromBytes(written.mean);
}
