import { createTypists, ReliableConnection, throttle } from './reliable-connection.js';

/** @typedef {{ id: number, seq: number, client_message_id: string | null, sender: string, type: string, body: string | null }} VisitorMessage */
/** @typedef {{ id: number, status: 'open' | 'closed', last_seq: number, seen_seq: number, unread: number, rating_requested_at: string | null, agent: { id: number, name: string | null } | null }} VisitorChat */

/**
 * Signs a visitor up. The token is to be kept: with it they have the same chat again.
 * @param {string} address
 * @param {string} buttonGuid
 * @returns {Promise<string>}
 */
export async function signUp(address, buttonGuid, about = {}) {
  const answer = await fetch(`${address}/widget-api/${buttonGuid}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(about),
  });
  if (answer.status !== 201) throw new Error(`Not signed up: ${answer.status}`);
  return /** @type {{ token: string }} */ (await answer.json()).token;
}

export class VisitorClient {
  /** All up to `have`, in order. @type {VisitorMessage[]} */
  messages = [];
  have = 0;
  /** @type {VisitorChat | null} */
  chat = null;
  online = false;

  #looking = false;
  #received = 0;
  #seen = 0;
  /** @type {string | undefined} */
  #text;
  #marks;
  #typing;
  /** @type {ReturnType<typeof createTypists<'agent', true>>} */
  #typists;

  /**
   * @param {string} address
   * @param {{ buttonGuid: string, token: string }} credentials
   * @param {import('./reliable-connection.js').Times} [times]
   */
  constructor(address, { buttonGuid, token }, times = {}) {
    /** @type {ReliableConnection<VisitorMessage>} */
    this.line = new ReliableConnection(`${address}/visitor`, { auth: { button_guid: buttonGuid, token } }, times, {
      resume: () => this.#resume(),
      resumed: () => this.#marks.ask(),
      stored: (message) => this.#take(message),
    });
    const { marksAgain, textAgain, typingHolds } = this.line.times;
    this.#marks = throttle(marksAgain, () => this.#mark());
    this.#typing = throttle(textAgain, () => void this.line.tell('typing', { state: 'start', text: this.#text }));
    this.#typists = createTypists(typingHolds);

    const { socket } = this.line;
    socket.on('message', ({ message }) => this.#take(message));
    socket.on('chat', ({ chat }) => {
      this.chat = chat;
    });
    socket.on('online', ({ online }) => {
      this.online = online;
    });
    socket.on('typing', ({ state }) => {
      if (state === 'start') this.#typists.start('agent', true);
      else this.#typists.stop('agent');
    });
  }

  get answerIsTyped() {
    return this.#typists.get('agent') ?? false;
  }

  /** @param {string} body */
  write(body) {
    this.#typing.drop();
    return this.line.post('send', { type: 'text', body });
  }

  /** On every key. @param {string} [text] */
  type(text) {
    this.#text = text;
    this.#typing.ask();
  }

  stopTyping() {
    this.#typing.drop();
    void this.line.tell('typing', { state: 'stop' });
  }

  /** Whether somebody looks at the chat now. @param {boolean} looking */
  look(looking) {
    this.#looking = looking;
    this.#marks.ask();
  }

  close() {
    this.line.close();
  }

  async #resume() {
    let answer;
    do {
      answer = await this.line.call('resume', { seq: this.have }, this.line.times.resumeAnswer);
      for (const message of answer.messages) this.#take(message);
      this.chat = answer.chat;
      this.online = answer.online;
    } while (answer.more);
  }

  /** @param {VisitorMessage} message */
  #take(message) {
    if (message.seq <= this.have) return;
    if (message.seq > this.have + 1) {
      this.line.resume();
      return;
    }
    this.messages.push(message);
    this.have = message.seq;
    if (message.sender === 'client') return;
    this.#typists.stop('agent');
    this.#marks.ask();
  }

  async #mark() {
    const seq = this.messages.findLast((message) => message.sender !== 'client')?.seq ?? 0;
    if (seq <= (this.#looking ? this.#seen : this.#received)) return;
    const looking = this.#looking;
    if (!(await this.line.tell(looking ? 'seen' : 'received', { seq }))) return; // Again after the next resume.
    this.#received = Math.max(this.#received, seq);
    if (looking) this.#seen = Math.max(this.#seen, seq);
  }
}
