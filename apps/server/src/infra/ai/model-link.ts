export type Provider = 'generic_compatible' | 'openai' | 'anthropic' | 'google' | 'webhook';

/** A credential of a chain: what calls one provider. */
export interface ModelLink {
  id: number;
  provider: Provider;
  /** Null: the driver's default. */
  model: string | null;
  /** Null: it embeds nothing. */
  embeddingModel: string | null;
  /** Of `generic_compatible` and `webhook`. */
  baseUrl: string | null;
  apiKey: string | null;
  signingSecret: string | null;
}

export interface ChatRequest {
  system: string;
  messages: { role: 'user' | 'assistant'; content: string }[];
  temperature: number | null;
  /** Body of the call to a `webhook`, and its event. */
  call: { event: string; body: object };
}

/** `filtered`: the vendor withheld the answer, or its model refused. */
export type Finish = 'stop' | 'length' | 'filtered';
