// The helpdesk's API, as far as the bridge needs it. Put your own in its place.

/**
 * What somebody did to a ticket; each has the next number.
 * @typedef {{ number: number, ticket: number } & (
 *   | { type: 'reply' | 'note', text: string }
 *   | { type: 'file', name: string, url: string }
 *   | { type: 'tag', tag: string }
 *   | { type: 'department', department: string }
 *   | { type: 'close' }
 * )} Action
 */

/** @param {string} baseUrl */
export function createHelpdesk(baseUrl) {
  /** @param {string} path @param {RequestInit} [init] */
  async function request(path, init) {
    const response = await fetch(new URL(path, baseUrl), { ...init, signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`The helpdesk responds ${response.status} to ${path}`);
    return response;
  }

  /** @param {string} method @param {string} path @param {object} body */
  const write = (method, path, body) =>
    request(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  return {
    /**
     * Creates the ticket with its first message. PUT: a message that is there already is left as it is.
     * @param {{ id: number, ticket: number, position: number | null, from: string, text: string | null, file: string | null }} message
     */
    addMessage: ({ ticket, id, ...message }) => write('PUT', `/tickets/${ticket}/messages/${id}`, message),
    /** @param {number} ticket */
    closeTicket: (ticket) => write('PUT', `/tickets/${ticket}/status`, { status: 'closed' }),
    /** @param {number} after */
    async listActions(after) {
      const response = await request(`/actions?after=${after}`);
      return /** @type {Promise<Action[]>} */ (response.json());
    },
    /** @param {number} number @param {string} reason */
    reportFailure: (number, reason) => write('PUT', `/actions/${number}/failure`, { reason }),
    /** @param {string} url */
    download: async (url) => (await request(url)).blob(),
  };
}
