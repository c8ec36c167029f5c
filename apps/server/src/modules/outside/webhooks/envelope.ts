/** An event as webhooks and the feed show it. A test of a webhook has no number: it is in no feed. */
export function toEnvelope(id: string, type: string, data: Record<string, unknown>, number: number | null) {
  return { id, type, data, ...(number !== null && { number }) };
}
