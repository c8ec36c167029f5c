/** An event as webhooks and the feed show it. */
export function toEnvelope(id: string, type: string, data: Record<string, unknown>) {
  return { id, type, data };
}
