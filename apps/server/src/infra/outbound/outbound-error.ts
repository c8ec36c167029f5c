type Reason = 'invalid_url' | 'forbidden' | 'unreachable' | 'redirects' | 'too_large' | 'encoding' | 'timeout';

/**
 * A failed outbound call. The message is for the person who configured the URL and never says what a name resolved to. It
 * has no code or cause: the kernel would take those of a socket for an unreachable database.
 */
export class OutboundError extends Error {
  readonly reason: Reason;
  /** The announced size in bytes of a response that is too large. */
  readonly size: number | undefined;

  constructor(reason: Reason, message: string, size?: number) {
    super(message);
    this.reason = reason;
    this.size = size;
  }
}
