type Reason = 'invalid_url' | 'forbidden' | 'unreachable' | 'redirects' | 'too_large' | 'encoding' | 'timeout';

/**
 * A call to the outside that came to nothing, in a sentence for the person who gave the address: it never says what a
 * name resolved to. It has neither code nor cause, because the kernel takes those of a socket for a dead database.
 */
export class OutboundError extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}
