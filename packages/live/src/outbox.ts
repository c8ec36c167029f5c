import { type Answer, isPassing, type LiveProblem, pauseAfter } from './connection/problem.ts';

/** A message that is not known to be stored. */
export interface Pending<M> {
  readonly client_message_id: string;
  readonly message: M;
  /** Why it can't be sent as it is; null while it is being tried. */
  readonly problem: LiveProblem | null;
}

interface OutboxPlan<M, R> {
  pending?: readonly Pending<M>[];
  isOpen(): boolean;
  send(entry: Pending<M>): Promise<Answer<R> | undefined>;
  /** It is stored for good. It stays in the list until it is settled, which is when it shows elsewhere. */
  onStored(reply: R): void;
  onChange(): void;
  pauseMs?: number | undefined;
}

/** Sends one message at a time and in order, each until it is answered and always under the same id. */
export function createOutbox<M, R>({ isOpen, send, onStored, onChange, pauseMs = 3_000, ...plan }: OutboxPlan<M, R>) {
  let pending = plan.pending ?? [];
  const stored = new Set<string>();
  let isRunning = false;
  let awaited: string | undefined;
  let proceed = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const has = (id: string | null) => pending.some((entry) => entry.client_message_id === id);
  const next = () => pending.find((entry) => !entry.problem && !stored.has(entry.client_message_id));

  async function run() {
    if (isRunning) return;
    isRunning = true;
    for (let entry = next(); entry && isOpen(); entry = next()) {
      awaited = entry.client_message_id;
      const answer = await Promise.race([send(entry), new Promise<undefined>(goOn)]);
      if (answer?.problem) await onProblem(entry, answer.problem);
      else if (answer) onAnswer(entry, answer.data);
    }
    isRunning = false;
  }

  function goOn(resolve: (value: undefined) => void) {
    proceed = () => resolve(undefined);
  }

  function onAnswer({ client_message_id }: Pending<M>, reply: R) {
    stored.add(client_message_id);
    onStored(reply);
  }

  async function onProblem({ client_message_id }: Pending<M>, problem: LiveProblem) {
    if (!isPassing(problem)) return change(client_message_id, { problem });
    await new Promise<undefined>((resolve) => {
      goOn(resolve);
      timer = setTimeout(proceed, pauseAfter(problem, pauseMs));
    });
    clearTimeout(timer);
  }

  function change(id: string, changes: Partial<Pending<M>>) {
    pending = pending.map((entry) => (entry.client_message_id === id ? { ...entry, ...changes } : entry));
    onChange();
  }

  /** Without telling: whoever settles shows the message in the same breath. */
  function settle(ids: readonly (string | null)[]) {
    const rest = pending.filter((entry) => !ids.includes(entry.client_message_id));
    if (rest.length === pending.length) return;
    pending = rest;
    for (const id of ids) if (id !== null) stored.delete(id);
    if (awaited !== undefined && ids.includes(awaited)) proceed();
  }

  return {
    run,
    settle,
    list: () => pending,
    has,
    add(message: M, id: string) {
      if (has(id)) return;
      pending = [...pending, { client_message_id: id, message, problem: null }];
      onChange();
      void run();
    },
    retry(id: string) {
      change(id, { problem: null });
      void run();
    },
    discard(id: string) {
      settle([id]);
      onChange();
    },
    /** Ends a pause, so that nothing is left to wait for. */
    stop: () => proceed(),
  };
}

/** A browser has randomUUID under https and on localhost alone. */
export function newId() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join('');
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');
