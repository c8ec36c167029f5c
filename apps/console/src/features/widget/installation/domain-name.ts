const DOMAIN = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** The domain in what somebody typed or pasted: an address, with or without "www."; undefined if there is none. */
export function toDomain(typed: string) {
  const text = typed.trim();
  if (!text) return undefined;
  const host = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)?.hostname;
  const domain = host?.replace(/^www\./, '').replace(/\.$/, '');
  return domain && DOMAIN.test(domain) ? domain : undefined;
}
