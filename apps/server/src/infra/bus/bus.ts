/** Live messages between nodes. Delivery is best effort: what must not be lost is in the database. */
export interface Bus {
  /** Sends to every other node. Never throws. */
  send: (text: string) => void;
  /** Called with messages of other nodes, never with our own. */
  on: (listener: (text: string) => void) => void;
  /** Called when messages may have been missed: on connecting, and when another node could not send. */
  onGap: (listener: () => void) => void;
  /** Sends what is waiting first, if possible. */
  close: () => Promise<void>;
}

/** Receives nothing until it is started. */
export interface StartableBus extends Bus {
  start: () => void;
}
