import type { Models } from '../../../infra/ai/models.ts';
import type { Clock } from '../../../infra/clock.ts';
import { describeError } from '../../../infra/log.ts';
import { asSystem, type InWidget, type UnitOfWork } from '../../../kernel/data/context.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { embed, findModel } from '../embedding/index.ts';
import { toVectors } from './mean.ts';
import * as states from './store/states.ts';
import * as texts from './store/texts.ts';

const LIMITS = { inLane: 1, inFailingLane: 1 };
/** Texts of one request to a provider. */
const BATCH = 96;
/** After a failure; doubled with each one in a row. */
const RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 3_600;

type Lane = { kind: 'embedding'; destinationId: number };
const laneOf = (widgetId: number): Lane => ({ kind: 'embedding', destinationId: widgetId });

interface Tools {
  unitOfWork: UnitOfWork;
  clock: Clock;
  models: Models;
}

/** Embeds rules that have no vector of the widget's model: after a change of the model, or stored while it failed. */
export function startEmbedding(services: BackgroundServices) {
  const { unitOfWork, clock, log, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();

  async function run(state: states.LeasedState) {
    try {
      const renew = () => states.setDue(autocommit, state, { due: clock().add(LEASE), failures: state.embed_failures });
      await whileRenewed(renew, closing.signal, (signal) => embedPending(services, state, signal));
    } catch (error) {
      if (closing.signal.aborted) await returnLease(state).catch(() => undefined);
      else log.warn({ reason: describeError(error).message }, 'rules could not be embedded');
    }
  }

  const returnLease = (state: states.LeasedState) =>
    states.setDue(autocommit, state, { due: clock(), failures: state.embed_failures });

  const leasing = startLeasing<states.LeasedState>({
    queue: {
      name: 'embeddings of rules',
      laneOf: ({ widget_id }) => laneOf(widget_id),
      listDueLanes: async () =>
        (await unitOfWork.read(({ sql }) => states.listDueWidgets(sql, clock()))).map((widgetId) => laneOf(widgetId)),
      lease(claimed) {
        const now = clock();
        const widgetIds = claimed.map(({ lane }) => lane.destinationId);
        return states.lease(autocommit, widgetIds, { now, until: now.add(LEASE) });
      },
      returnLeases: async (leased) => void (await Promise.all(leased.map(returnLease))),
      run: async (leased, release) =>
        void (await Promise.all(leased.map((state) => run(state).finally(() => release(state, { isFailed: false }))))),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });
  onWake({
    woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'embedding')),
    handed: () => undefined,
  });
  onClose(leasing.close);
}

const tenantOf = ({ account_id, widget_id, button_guid }: states.LeasedState) => ({
  accountId: account_id,
  widgetId: widget_id,
  buttonGuid: button_guid,
});

/** Batch by batch, until no rule is left or one fails. */
async function embedPending(tools: Tools, state: states.LeasedState, signal: AbortSignal) {
  const { unitOfWork, clock } = tools;
  const { autocommit } = unitOfWork;
  for (;;) {
    const ended = await embedBatch(tools, state, signal);
    signal.throwIfAborted();
    if (ended === 'more') continue;
    if (ended === 'all') return states.endLease(autocommit, state, clock());
    const failures = state.embed_failures + 1;
    const seconds = Math.min(LONGEST_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 20));
    await states.setDue(autocommit, state, { due: clock().add({ seconds }), failures });
    return;
  }
}

async function embedBatch({ unitOfWork, models }: Tools, state: states.LeasedState, signal: AbortSignal) {
  const tenant = tenantOf(state);
  const { pending, result } = await unitOfWork.read(async (read) => {
    const work = { ...read, widgetId: state.widget_id };
    const model = (await findModel(work))?.model;
    const pending = model === undefined ? [] : await states.listPending(work, model, BATCH);
    if (!pending.length) return { pending, result: undefined };
    return { pending, result: await embed(work, { models, texts: pending.map(({ content }) => content) }, signal) };
  });
  if (!result) return 'all';
  await unitOfWork.write({ tenant }, async (write) => {
    const ctx: InWidget = asSystem(write, tenant);
    result.account(ctx);
    if (result.kind !== 'embedded') return;
    states.lockAll(ctx);
    const vectors = await toVectors(ctx, result.embeddings);
    await texts.setVectors(
      ctx,
      pending.flatMap(({ id, hash }, at) => {
        const vector = vectors[at];
        return vector ? [{ id, hash, vector }] : [];
      }),
    );
  });
  return result.kind === 'embedded' ? 'more' : 'failed';
}
