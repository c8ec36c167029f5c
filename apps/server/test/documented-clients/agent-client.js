import { CallProblem, createTypists, ReliableConnection, throttle } from './reliable-connection.js';

/** @typedef {{ id: number, version: number, status: string, last_seq: number, unread: number, visitor_received_seq: number, visitor_seen_seq: number, agent_seen_seq: number, created_at: string }} Chat */
/** @typedef {Partial<Chat> & Pick<Chat, 'id' | 'version'>} ChatChange */
/** @typedef {{ id: number, chat_id: number, seq: number | null, client_message_id: string | null, sender: string, agent_id: number | null, body: string | null, private: boolean }} Message */
/** @typedef {{ id: number, version: number }} Head */
/** @typedef {{ id: number, online: boolean, status: string }} Colleague */
/** @typedef {{ chat_id: number, side: 'client' | 'agent', agent_id?: number, state: 'start' | 'stop', text?: string }} Typing */
/** @typedef {{ email: string, password: string, origin: string }} Person */
/** @typedef {{ cookie: string, origin: string }} Session */
/**
 * A chat that is open. `messages` are all up to `version` of it, and `last` is the id of the last of them. What changed them is
 * known up to `changed`.
 * @typedef {{ id: number, version: number, changed: number, last: number, messages: Message[], viewers: number[], lookedOn?: string, again: boolean, busy: Promise<void> | null }} OpenChat
 */

const PORTION = 100;

/**
 * @param {string} address
 * @param {Person} person
 * @returns {Promise<Session>}
 */
export async function signIn(address, { email, password, origin }) {
  const answer = await fetch(`${address}/console-api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email, password }),
  });
  if (answer.status !== 201) throw new Error(`Not signed in: ${answer.status}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { cookie: cookies.join('; '), origin };
}

export class AgentClient {
  /** @type {Map<number, Chat>} */
  chats = new Map();
  /** @type {Map<number, Colleague>} */
  agents = new Map();
  /** @type {OpenChat | null} */
  open = null;

  #address;
  #session;
  /** @type {string | undefined} */
  #cursor;
  #typing;
  /** @type {ReturnType<typeof createTypists<string, { text?: string }>>} */
  #typists;

  /**
   * @param {string} address
   * @param {Session} session
   * @param {import('./reliable-connection.js').Times} [times]
   */
  constructor(address, session, times = {}) {
    this.#address = address;
    this.#session = session;
    /** @type {ReliableConnection<Message>} */
    this.line = new ReliableConnection(`${address}/agent`, { extraHeaders: { ...session } }, times, {
      resume: () => this.#resume(),
      stored: (message) => this.#stored(message),
    });
    this.#typists = createTypists(this.line.times.typingHolds);
    this.#typing = throttle(this.line.times.typingAgain, () => this.#tellTyping('start'));

    const { socket } = this.line;
    socket.on('message', ({ message, chat }) => this.#onMessage(message, chat));
    socket.on('message_changed', ({ message, chat }) => this.#onMessage(message, chat, replace));
    socket.on('chat', ({ chat }) => this.#onChat(chat));
    socket.on('heads', ({ heads }) => this.#healing(this.#refresh(heads)));
    socket.on('typing', (event) => this.#onTyping(event));
    socket.on('agent', ({ agent }) => this.agents.set(agent.id, agent));
    socket.on('viewers', (event) => {
      if (this.open && this.open.id === event.chat_id) this.open.viewers = event.viewers;
    });
  }

  /** @param {number} id */
  openChat(id) {
    this.open = { id, version: 0, changed: 0, last: 0, messages: [], viewers: [], again: false, busy: null };
    if (this.line.socket.connected) this.#healing(this.#look().then(() => this.#catchUp()));
  }

  leaveChat() {
    this.open = null;
    void this.line.tell('look', { chat_id: null });
  }

  /** @param {number} chat_id @param {string} body */
  write(chat_id, body) {
    this.#typing.drop();
    return this.line.post('send', { chat_id, type: 'text', body });
  }

  /** @param {number} chat_id @param {string} body */
  note(chat_id, body) {
    return this.line.post('note', { chat_id, body });
  }

  /** On every key in the open chat. */
  type() {
    this.#typing.ask();
  }

  stopTyping() {
    this.#typing.drop();
    this.#tellTyping('stop');
  }

  /** What the visitor is typing, or undefined if they are not. @param {number} chatId */
  visitorTypes(chatId) {
    return this.#typists.get(`${chatId} client`);
  }

  /** Marks what the visitor wrote in the open chat as seen. */
  see() {
    const last = this.open?.messages.findLast(({ sender }) => sender === 'client');
    if (last) void this.line.tell('seen', { chat_id: last.chat_id, to_message_id: last.id });
  }

  close() {
    this.line.close();
  }

  async #resume() {
    await this.#look();
    const { cursor, reset, heads, agents } = await this.#callResume();
    this.agents = new Map(agents.map((agent) => [agent.id, agent]));
    if (reset) await this.#reload();
    else await this.#refresh(heads);
    this.#cursor = cursor; // Not before: what it announced might not have come.
  }

  /** @returns {Promise<{ cursor: string, reset: boolean, heads: Head[], agents: Colleague[] }>} */
  async #callResume() {
    const body = this.#cursor ? { cursor: this.#cursor } : {};
    try {
      return await this.line.call('resume', body, this.line.times.resumeAnswer);
    } catch (error) {
      if (!body.cursor || !isProblem(error, 'validation_failed')) throw error;
      this.#cursor = undefined; // The server does not know it any more.
      return this.#callResume();
    }
  }

  /** Reloads the first page of chats, other known ones, and the open one. */
  async #reload() {
    const answer = await fetch(`${this.#address}/api/v1/chats`, { headers: { ...this.#session } }).catch(() => null);
    if (!answer?.ok) throw new CallProblem({ reason: 'unavailable' });
    const { data } = /** @type {{ data: Chat[] }} */ (await answer.json());
    const page = new Set(data.map(({ id }) => id));
    for (const chat of data) this.#take(chat);
    await this.#askFor([...this.chats.keys()].filter((id) => !page.has(id)));
    await this.#catchUp();
  }

  /** @param {Head[]} heads */
  async #refresh(heads) {
    const { open } = this;
    const newer = heads.filter(({ id, version }) => version > (this.chats.get(id)?.version ?? 0));
    await this.#askFor(newer.map(({ id }) => id).filter((id) => id !== open?.id));
    const behind = heads.some(({ id, version }) => id === open?.id && version > open.version);
    if (behind || open?.version === 0) await this.#catchUp();
  }

  /** @param {number[]} ids */
  async #askFor(ids) {
    for (let start = 0; start < ids.length; start += PORTION) {
      const { chats } = await this.line.call('chats', { ids: ids.slice(start, start + PORTION) });
      for (const chat of chats) this.#take(chat);
    }
  }

  /** One at a time; requests in the meantime cause another round. */
  async #catchUp() {
    const { open } = this;
    if (!open) return;
    open.again = true;
    open.busy ??= this.#catchUpWith(open).finally(() => {
      open.busy = null;
    });
    await open.busy;
  }

  /** @param {OpenChat} open */
  async #catchUpWith(open) {
    while (open.again && open === this.open) {
      open.again = false;
      let answer;
      do {
        answer = await this.#callAbout(open, 'catch_up', { after_id: open.last, after_version: open.changed });
        if (!answer) return;
        for (const message of answer.messages) append(open, message);
        for (const message of answer.changed) replace(open, message);
        open.changed = answer.version;
      } while (answer.more);
      open.version = answer.chat.version;
      this.#take(answer.chat);
    }
  }

  /** Once on every connection, with which it ends. */
  async #look() {
    const { open } = this;
    const connection = this.line.socket.id;
    if (!open || open.lookedOn === connection) return;
    const answer = await this.#callAbout(open, 'look');
    if (answer) Object.assign(open, { viewers: answer.viewers, lookedOn: connection });
  }

  /**
   * A chat that is not there can't stay open.
   * @param {OpenChat} open
   * @param {string} name
   */
  async #callAbout(open, name, more = {}) {
    try {
      return await this.line.call(name, { chat_id: open.id, ...more });
    } catch (error) {
      if (!isProblem(error, 'not_found')) throw error;
      if (this.open === open) this.open = null;
      return null;
    }
  }

  /** @param {Message} message @param {ChatChange} change @param {typeof append} act */
  #onMessage(message, change, act = append) {
    if (act === append) this.#typists.stop(typist({ ...message, side: message.sender }));
    const isOpen = this.#isNextOfOpen(change, (open) => act(open, message));
    const known = this.chats.get(change.id);
    if (known?.version === change.version - 1) this.chats.set(change.id, { ...known, ...change });
    else if (!known && isWhole(change)) this.chats.set(change.id, change);
    else if (change.version > (known?.version ?? 0) && !isOpen) this.#healing(this.#askFor([change.id]));
  }

  /** @param {Chat} chat */
  #onChat(chat) {
    this.#isNextOfOpen(chat, () => {});
    this.#take(chat);
  }

  /**
   * Brings the open chat on by one version, or catches up when others are missing. Says whether this is the open chat.
   * @param {Head} change
   * @param {(open: OpenChat) => void} act
   */
  #isNextOfOpen({ id, version }, act) {
    const { open } = this;
    if (open?.id !== id) return false;
    if (version <= open.version) return true;
    if (version === open.version + 1 && !open.busy) {
      act(open);
      open.version = version;
      open.changed = version;
    } else {
      this.#healing(this.#catchUp());
    }
    return true;
  }

  /** @param {Chat} chat */
  #take(chat) {
    if (chat.version > (this.chats.get(chat.id)?.version ?? 0)) this.chats.set(chat.id, chat);
  }

  /** Its place among the others is known by the event or by catching up only. @param {Message} message */
  #stored({ chat_id, id }) {
    if (this.open?.id === chat_id && id > this.open.last) this.#healing(this.#catchUp());
  }

  /** @param {Typing} event */
  #onTyping(event) {
    const who = typist(event);
    if (event.state === 'stop') this.#typists.stop(who);
    else this.#typists.start(who, { text: event.text ?? this.#typists.get(who)?.text });
  }

  /** @param {'start' | 'stop'} state */
  #tellTyping(state) {
    if (this.open) void this.line.tell('typing', { chat_id: this.open.id, state });
  }

  /** What failed on the way is found again by resuming. @param {Promise<unknown>} work */
  #healing(work) {
    work.catch(() => this.line.resume());
  }
}

/** @param {unknown} error @param {string} reason */
const isProblem = (error, reason) => error instanceof CallProblem && error.problem.reason === reason;

/** @param {OpenChat} open @param {Message} message */
function append(open, message) {
  if (message.id <= open.last) return;
  open.messages.push(message);
  open.last = message.id;
}

/** @param {OpenChat} open @param {Message} message */
function replace(open, message) {
  const at = open.messages.findIndex(({ id }) => id === message.id);
  if (at >= 0) open.messages[at] = message;
}

/** @param {{ chat_id: number, side: string, agent_id?: number | null }} who */
const typist = ({ chat_id, side, agent_id }) => [chat_id, side, ...(agent_id ? [agent_id] : [])].join(' ');

/** @param {ChatChange} chat @returns {chat is Chat} */
const isWhole = (chat) => 'created_at' in chat;
