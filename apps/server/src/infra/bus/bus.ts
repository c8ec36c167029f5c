/** What nodes say to each other for their clients to hear now. Nothing depends on it being heard: the database is the truth. */
export interface Bus {
  /** To every other node; never waited for and never throws. */
  send: (text: string) => void;
  /** From every other node, never from this one. */
  on: (listener: (text: string) => void) => void;
  /** Called when something may have been missed: it was not listened before, or somebody could not send. */
  onGap: (listener: () => void) => void;
  /** What was sent leaves first, if it can. */
  close: () => Promise<void>;
}

/** A bus that the composition root begins with once the server is prepared; nothing is heard before. */
export interface StartableBus extends Bus {
  start: () => void;
}
