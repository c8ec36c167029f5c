import { io } from 'socket.io-client';

/** The times that the document gives, in milliseconds. */
const TIMES = {
  resumeEvery: 20_000,
  resumeAnswer: 5_000,
  answer: 10_000,
  later: 3_000,
  connect: 5_000,
  reconnectFrom: 500,
  reconnectTo: 5_000,
  typingHolds: 10_000,
  typingAgain: 5_000,
  textAgain: 1_200, // Once a second; what comes a little sooner is dropped.
  marksAgain: 1_000,
};

/** @typedef {Partial<typeof TIMES>} Times */
/** @typedef {{ reason: string, detail?: string, retry_after?: number, errors?: Record<string, string[]> }} Problem */
/** @typedef {{ name: string, body: Record<string, unknown> & { client_message_id: string } }} Outgoing */
/** @typedef {Partial<import('socket.io-client').ManagerOptions & import('socket.io-client').SocketOptions>} Credentials */

export class CallProblem extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.detail ?? problem.reason);
    this.problem = problem;
  }
}

/**
 * What both clients do alike: stay connected, resume, call, and send one message at a time.
 * @template Stored
 */
export class ReliableConnection {
  /** Why the server does not want this client again. @type {Problem | null} */
  refused = null;
  /** Resumed since the connection was made. */
  ready = false;
  /** Not answered yet, in order. @type {Outgoing[]} */
  outbox = [];
  /** Those that can't be sent, for the person to see. @type {(Outgoing & { problem: Problem })[]} */
  failed = [];

  #closed = false;
  #wanted = false;
  #resuming = false;
  #sending = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #clock;
  #work;

  /**
   * @param {string} url
   * @param {Credentials} credentials
   * @param {Times} times
   * @param {{ resume: () => Promise<void>, resumed?: () => void, stored: (message: Stored) => void }} work
   */
  constructor(url, credentials, times, work) {
    this.times = { ...TIMES, ...times };
    this.#work = work;
    this.socket = io(url, {
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      forceNew: true,
      // One that is cut before it is open is given up after this, and after 20 seconds without.
      timeout: this.times.connect,
      reconnectionDelay: this.times.reconnectFrom,
      reconnectionDelayMax: this.times.reconnectTo,
      ...credentials,
    });
    this.socket.on('connect', () => {
      this.#clock = setInterval(() => this.resume(), this.times.resumeEvery);
      this.resume();
    });
    this.socket.on('stale', () => this.resume());
    this.socket.on('refused', (/** @type {Problem} */ problem) => this.#refuse(problem));
    this.socket.on('disconnect', (reason) => {
      this.ready = false;
      clearInterval(this.#clock);
      // Socket.IO comes back by itself from every other end.
      if (reason === 'io server disconnect' && !this.refused) this.#comeBack(this.times.later);
    });
    this.socket.on('connect_error', (error) => {
      const problem = /** @type {{ data?: Problem }} */ (error).data;
      if (!problem) return; // Not refused, just not reached: Socket.IO tries again.
      this.#refuse(problem);
      if (!this.refused) this.#comeBack(retryDelayOf(problem, this.times) ?? this.times.later);
    });
  }

  /** Also for waking up, coming back to the tab and getting the network back. */
  resume() {
    this.#wanted = true;
    void this.#resume();
  }

  /**
   * Makes a call now, once.
   * @param {string} name
   * @param {object} body
   */
  async call(name, body, wait = this.times.answer) {
    // Socket.IO would keep the call for the next connection, where resuming comes first.
    if (!this.socket.connected) throw new Error('Not connected');
    const answer = await this.socket.timeout(wait).emitWithAck(name, body);
    if (answer.problem) throw new CallProblem(answer.problem);
    return answer.data;
  }

  /**
   * What may be lost without harm.
   * @param {string} name
   * @param {object} body
   */
  tell(name, body) {
    return this.call(name, body).then(
      () => true,
      () => false,
    );
  }

  /**
   * Sends as soon as it can, however often it takes. Returns the client_message_id.
   * @param {string} name
   * @param {Record<string, unknown>} body
   */
  post(name, body) {
    const client_message_id = crypto.randomUUID();
    this.outbox.push({ name, body: { ...body, client_message_id } });
    void this.#send();
    return client_message_id;
  }

  close() {
    this.#closed = true;
    this.socket.disconnect();
  }

  async #resume() {
    if (this.#resuming) return;
    this.#resuming = true;
    while (this.#wanted && this.socket.connected) {
      this.#wanted = false;
      const connection = this.socket.id;
      try {
        await this.#work.resume();
        if (this.socket.id !== connection) continue;
        this.ready = true;
        this.#work.resumed?.();
        void this.#send();
      } catch (error) {
        if (this.socket.id !== connection) continue;
        if (error instanceof CallProblem) {
          await pause(retryDelayOf(error.problem, this.times) ?? this.times.resumeEvery);
          this.#wanted = true;
        } else {
          this.#hangUp();
        }
      }
    }
    this.#resuming = false;
  }

  async #send() {
    if (this.#sending) return;
    this.#sending = true;
    while (this.ready && this.outbox[0]) {
      const message = this.outbox[0];
      try {
        const stored = await this.call(message.name, message.body);
        this.outbox.shift();
        this.#work.stored(stored);
      } catch (error) {
        if (!(error instanceof CallProblem)) continue; // The outcome is unknown: repeat once connected.
        const ms = retryDelayOf(error.problem, this.times);
        if (ms === null) {
          this.outbox.shift();
          this.failed.push({ ...message, problem: error.problem });
        } else {
          await pause(ms);
        }
      }
    }
    this.#sending = false;
  }

  #hangUp() {
    if (this.socket.connected) this.socket.disconnect().connect();
  }

  /** @param {Problem} problem */
  #refuse(problem) {
    if (problem.reason === 'rate_limited' || problem.reason === 'unavailable') return;
    this.refused = problem;
    this.socket.disconnect();
  }

  /** @param {number} ms */
  async #comeBack(ms) {
    await pause(ms);
    if (!this.#closed) this.socket.connect();
  }
}

/**
 * How long to wait before the same call, or null if it can't succeed.
 * @param {Problem} problem
 * @param {typeof TIMES} times
 */
function retryDelayOf(problem, times) {
  if (problem.reason === 'rate_limited') return (problem.retry_after ?? 1) * 1000;
  return problem.reason === 'unavailable' || problem.reason === 'internal_error' ? times.later : null;
}

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Acts at once, then at most once in `ms`; what was asked for meanwhile is done at the end of it.
 * @param {number} ms
 * @param {() => void} action
 */
export function throttle(ms, action) {
  let due = false;
  let resting = false;
  const act = () => {
    if (resting || !due) return;
    due = false;
    resting = true;
    setTimeout(() => {
      resting = false;
      act();
    }, ms);
    action();
  };
  return {
    ask() {
      due = true;
      act();
    },
    drop() {
      due = false;
    },
  };
}

/**
 * Who is typing: each for a while, unless they are heard of again.
 * @template Who
 * @template What
 * @param {number} ms
 */
export function createTypists(ms) {
  /** @type {Map<Who, { what: What, timer: ReturnType<typeof setTimeout> }>} */
  const typists = new Map();
  /** @param {Who} who */
  const stop = (who) => {
    clearTimeout(typists.get(who)?.timer);
    typists.delete(who);
  };
  return {
    stop,
    /** @param {Who} who */
    get: (who) => typists.get(who)?.what,
    /** @param {Who} who @param {What} what */
    start(who, what) {
      stop(who);
      typists.set(who, { what, timer: setTimeout(() => stop(who), ms) });
    },
  };
}
