import { describeError } from '../../../infra/log.ts';
import type { Lane } from '../../../kernel/data/tables.ts';
import { LEASE, startLeasing } from '../../../kernel/leasing/leasing.ts';
import type { BackgroundServices } from '../../../kernel/module.ts';
import * as answerers from '../../ai/answerers/index.ts';
import { type LeasedTurn, TURN_ENDED } from '../../conversations/chats/index.ts';
import { mayAnswer } from './conclude.ts';
import { runTurn } from './run-turn.ts';
import { createRunningTurns } from './running-turns.ts';
import * as store from './store.ts';
import { createTurnMetrics } from './turn-metrics.ts';
import { createTyping } from './typing.ts';

const LIMITS = { inLane: 100, inFailingLane: 100 };
const RENEW_MS = 5_000;

const laneOf = (widgetId: number): Lane => ({ kind: 'turn', destinationId: widgetId });

/** Runs the AI's turns: a lane a widget, so that a busy one holds up no other. */
export function startTurns(services: BackgroundServices) {
  const { unitOfWork, clock, log, notices, isCrowded, onWake, onClose } = services;
  const { autocommit } = unitOfWork;
  const closing = new AbortController();
  const running = createRunningTurns();
  const typing = createTyping(unitOfWork);
  const observe = createTurnMetrics(services.metrics, () => running.list().length);

  async function run(turn: LeasedTurn, release: (turn: LeasedTurn, ended: { isFailed: boolean }) => void) {
    const { signal, end } = running.start(turn);
    try {
      await runTurn({ ...services, typing, observe }, turn, signal);
    } catch (error) {
      await handleFailure(turn, signal, error);
    } finally {
      end();
      release(turn, { isFailed: false });
    }
  }

  /** Others take it at once when this node stops, and when its lease has expired after a failure. */
  async function handleFailure(turn: LeasedTurn, signal: AbortSignal, error: unknown) {
    if (closing.signal.aborted) await store.setDue(autocommit, [turn], clock()).catch(() => undefined);
    else if (!signal.aborted) log.warn({ reason: describeError(error).message }, 'a turn of the AI failed');
    else if (signal.reason === 'changed') await store.setDue(autocommit, [turn], clock());
  }

  /** Breaks off turns of operators who no longer answer: run again, they leave their chats to people. */
  async function stopSilenced(widgetId: number) {
    const answering = await unitOfWork.read((work) => answerers.find({ ...work, widgetId }));
    const isSilenced = ({ widget_id, operator_id, kind }: LeasedTurn) =>
      widget_id === widgetId && kind !== 'draft' && !mayAnswer(answering, operator_id);
    running.abort(isSilenced, 'changed');
    const operatorIds = answering?.answerers.map(({ id }) => id).filter((id) => mayAnswer(answering, id)) ?? [];
    await store.wakeWaiting(autocommit, { widgetId, operatorIds, now: clock() });
    leasing.wake([laneOf(widgetId)]);
  }

  const leasing = startLeasing<LeasedTurn>({
    queue: {
      name: 'turns of the AI',
      laneOf: ({ widget_id }) => laneOf(widget_id),
      listDueLanes: async () =>
        (await unitOfWork.read(({ sql }) => store.listDueWidgets(sql, clock()))).map((widgetId) => laneOf(widgetId)),
      lease(claimed) {
        const now = clock();
        const widgets = claimed.map(({ lane, capacity }) => ({ widgetId: lane.destinationId, capacity }));
        return store.lease(autocommit, widgets, { now, until: now.add(LEASE) });
      },
      returnLeases: async (turns) => void (await store.setDue(autocommit, turns, clock())),
      run: async (turns, release) => void (await Promise.all(turns.map((turn) => run(turn, release)))),
    },
    limits: LIMITS,
    log,
    isCrowded,
    closing,
  });

  onWake({
    woken: (lanes) => leasing.wake(lanes.filter(({ kind }) => kind === 'turn')),
    handed: (items) =>
      leasing.accept(items.filter(({ lane }) => lane.kind === 'turn').map(({ item }) => item as LeasedTurn)),
  });
  notices.on(TURN_ENDED, (subject) => {
    const [widgetId, chatId, last = 0] = subject.split(' ').map(Number);
    const isOver = ({ widget_id, chat_id, turn }: LeasedTurn) =>
      widget_id === widgetId && chat_id === chatId && turn <= last;
    running.abort(isOver, 'ended');
  });
  notices.on('ai', (subject) => {
    void stopSilenced(Number(subject)).catch((error) =>
      log.warn({ reason: describeError(error).message }, 'turns of the AI could not be stopped'),
    );
  });
  /** Breaks off turns that another node has ended. */
  async function renew() {
    const turns = running.list();
    if (!turns.length) return;
    const held = new Set((await store.setDue(autocommit, turns, clock().add(LEASE))).map(({ id }) => id));
    running.abort((turn) => turns.includes(turn) && !held.has(turn.id), 'ended');
  }

  const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS);

  onClose(async () => {
    clearInterval(renewal);
    typing.close();
    closing.abort();
    running.abort(() => true, 'closing');
    await leasing.close();
  });
}
