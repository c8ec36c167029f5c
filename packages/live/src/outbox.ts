import { type CallResult, isTransient, type LiveProblem, retryDelay } from './connection/problem.ts';

/** A message that is not known to be stored. */
export interface Pending<M> {
  readonly client_message_id: string;
  readonly message: M;
  /** Why it can't be sent as it is; null while it is being sent. */
  readonly problem: LiveProblem | null;
}

interface OutboxPorts<M, R> {
  pending?: readonly Pending<M>[];
  isOpen(): boolean;
  send(entry: Pending<M>): Promise<CallResult<R> | undefined>;
  /** The server has stored it. It stays in the list until it is settled, when it shows elsewhere. */
  onStored(reply: R): void;
  onChange(): void;
  pauseMs?: number | undefined;
}

/** Sends messages one at a time and in order, each under the same id until it is answered. */
export function createOutbox<M, R>({ isOpen, send, onStored, onChange, pauseMs = 3_000, ...given }: OutboxPorts<M, R>) {
  let pending = given.pending ?? [];
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
      const result = await Promise.race([send(entry), new Promise<undefined>(untilProceed)]);
      if (result?.problem) await onProblem(entry, result.problem);
      else if (result) onReply(entry, result.data);
    }
    isRunning = false;
  }

  function untilProceed(resolve: (value: undefined) => void) {
    proceed = () => resolve(undefined);
  }

  function onReply({ client_message_id }: Pending<M>, reply: R) {
    stored.add(client_message_id);
    onStored(reply);
  }

  async function onProblem({ client_message_id }: Pending<M>, problem: LiveProblem) {
    if (!isTransient(problem)) return change(client_message_id, { problem });
    await new Promise<undefined>((resolve) => {
      untilProceed(resolve);
      timer = setTimeout(proceed, retryDelay(problem, pauseMs));
    });
    clearTimeout(timer);
  }

  function change(id: string, changes: Partial<Pending<M>>) {
    pending = pending.map((entry) => (entry.client_message_id === id ? { ...entry, ...changes } : entry));
    onChange();
  }

  /** Without `onChange`: the caller publishes the list together with the stored messages. */
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
    /** Ends a retry delay, so that no timer is left. */
    stop: () => proceed(),
  };
}

/** Browsers have `randomUUID` on https and localhost only. */
export function newId() {
  return crypto.randomUUID?.() ?? Array.from(crypto.getRandomValues(new Uint8Array(16)), toHex).join('');
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');
