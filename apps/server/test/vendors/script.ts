export type VendorKind = 'openai' | 'generic_compatible' | 'anthropic' | 'google';

type Fault =
  /** Nothing is ever sent. */
  | 'hang'
  /** Half of the text, then silence. */
  | 'hang_midway'
  /** The connection is reset instead of a response. */
  | 'reset'
  /** Half of the text, then the connection is reset. */
  | 'cut'
  /** The text again and again, a piece each few milliseconds, until the client leaves. */
  | 'endless'
  /** As many bytes as the client takes. */
  | 'flood'
  /** An event that is not JSON. */
  | 'malformed'
  /** Half of the text, then the vendor's error event. */
  | 'error_event'
  /** Half of the text, then a proper end of the body without a reason to finish. */
  | 'unfinished'
  /** A page, as proxies show it. */
  | 'html';

/** How a vendor answers one request. */
export interface Script {
  /** The answer, in the pieces that become events. */
  text?: string | string[];
  /** Bytes written at once, so that events, characters and words of the protocol are cut anywhere. */
  cutEvery?: number;
  /** `refused`: the model declines in the vendor's way, or the prompt is blocked. */
  finish?: 'stop' | 'length' | 'filtered' | 'refused';
  /** Null: the vendor reports none. */
  usage?: { input: number; output: number } | null;
  /** A refusal in the vendor's format. */
  status?: number;
  headers?: Record<string, string>;
  /** Instead of the vendor's own body for this status. */
  body?: string;
  fault?: Fault;
  /** Before the first byte. */
  latencyMs?: number;
  models?: string[];
  /** The vector of a text. Without it three numbers that tell texts of one request apart. */
  embed?: (text: string) => number[];
}

/** Frames of one vendor's protocol. */
export interface Wire {
  /** Each string is one server-sent event, whole. */
  answer: (pieces: string[], ending: Required<Pick<Script, 'finish' | 'usage'>>) => string[];
  /** Events before and during an answer that does not end. */
  begin: (pieces: string[]) => string[];
  error: (status: number) => object;
  errorEvent: string;
  vectors: (vectors: number[][]) => object;
  textsOf: (body: never) => string[];
  models: (ids: string[]) => object;
}
