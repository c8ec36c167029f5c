import type { Models } from '../../../infra/ai/models.ts';
import type { Clock } from '../../../infra/clock.ts';
import { describeError } from '../../../infra/log.ts';
import { asSystem, type InWidget, type Read, type UnitOfWork } from '../../../kernel/data/context.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import { createPace, type Pace } from '../../../kernel/leasing/pace.ts';
import { whileRenewed } from '../../../kernel/leasing/renewal.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import { embed, findModel } from '../embedding/index.ts';
import { toVectors } from './mean.ts';
import * as states from './store/states.ts';
import { setVectors } from './store/texts.ts';

const LIMITS = { inLane: 1, inFailingLane: 1 };
/** Texts of one request to a provider. */
const BATCH = 96;
/** Rules are listed for several requests, since each list goes through all rules of a widget. */
const LISTED = 10 * BATCH;
/** After a failure; doubled with each one in a row. */
const RETRY_SECONDS = 5;
const LONGEST_RETRY_SECONDS = 3_600;

type Lane = { kind: 'embedding'; destinationId: number };
const laneOf = (widgetId: number): Lane => ({ kind: 'embedding', destinationId: widgetId });

interface Tools {
  unitOfWork: UnitOfWork;
  clock: Clock;
  models: Models;
  pace: Pace;
}

/** Embeds rules that have no vector of the widget's model: after a change of the model, or stored while it failed. */
export function startEmbedding(services: BackgroundServices) {
  const { unitOfWork, clock, log, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  const tools = { ...services, pace: createPace(isCrowded) };

  async function run(state: states.LeasedState) {
    try {
      const renew = () => states.setDue(autocommit, state, { due: clock().add(LEASE), failures: state.embed_failures });
      await whileRenewed(renew, closing.signal, (signal) => embedPending(tools, state, signal));
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
  const { unitOfWork, clock, pace } = tools;
  const { autocommit } = unitOfWork;
  for (;;) {
    const pending = await unitOfWork.read((read) => listPending({ ...read, widgetId: state.widget_id }));
    if (!pending.length) return states.endLease(autocommit, state, clock());
    for (let at = 0; at < pending.length; at += BATCH) {
      const began = performance.now();
      const isEmbedded = await embedBatch(tools, state, pending.slice(at, at + BATCH), signal);
      signal.throwIfAborted();
      if (!isEmbedded) return postpone(tools, state);
      await pace(performance.now() - began, signal);
    }
  }
}

async function postpone({ unitOfWork, clock }: Tools, state: states.LeasedState) {
  const failures = state.embed_failures + 1;
  const seconds = Math.min(LONGEST_RETRY_SECONDS, RETRY_SECONDS * 2 ** Math.min(failures, 20));
  await states.setDue(unitOfWork.autocommit, state, { due: clock().add({ seconds }), failures });
}

async function listPending(work: InWidget<Read>) {
  const model = (await findModel(work))?.model;
  return model === undefined ? [] : states.listPending(work, model, LISTED);
}

type Pending = Awaited<ReturnType<typeof states.listPending>>;

/** Returns whether the rules have vectors now, but for those that changed meanwhile. */
async function embedBatch(
  { unitOfWork, models }: Tools,
  state: states.LeasedState,
  pending: Pending,
  signal: AbortSignal,
) {
  const tenant = tenantOf(state);
  const texts = pending.map(({ content }) => content);
  const result = await unitOfWork.read((read) =>
    embed({ ...read, widgetId: state.widget_id }, { models, texts }, signal),
  );
  await unitOfWork.write({ tenant }, async (write) => {
    const ctx: InWidget = asSystem(write, tenant);
    result.account(ctx);
    if (result.kind !== 'embedded') return;
    states.lockAll(ctx);
    const vectors = await toVectors(ctx, result.embeddings);
    await setVectors(
      ctx,
      pending.flatMap(({ id, hash }, at) => {
        const vector = vectors[at];
        return vector ? [{ id, hash, vector }] : [];
      }),
    );
  });
  return result.kind === 'embedded';
}
