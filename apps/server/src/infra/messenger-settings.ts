/** How the operator of the server has messengers called. */
export interface MessengerSettings {
  /** Addresses called in the place of vendors, by provider, `twilio` or `avito`. */
  urls: Record<string, string | undefined>;
  /** `auto`: updates are polled where that is possible, unless the public URL is https. */
  inbound: 'auto' | 'webhook' | 'polling';
  /** The application that connects cabinets; undefined: none. */
  avito: { clientId: string; clientSecret: string } | undefined;
}
