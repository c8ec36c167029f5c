import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { Action } from '../../examples/bridge/helpdesk.js';

interface TicketMessage {
  id: number;
  position: number;
  from: string;
  text: string | null;
  file: string | null;
}

type NewAction = Action extends infer Each ? (Each extends Action ? Omit<Each, 'number'> : never) : never;

/** A helpdesk with the API that the bridge calls. */
export async function startHelpdesk() {
  const tickets = new Map<string, { status: string; messages: Map<string, TicketMessage> }>();
  const actions: Action[] = [];
  const failures: string[] = [];
  /** How often each message was sent here. */
  const writes: string[] = [];
  const ticketOf = (id: string) => {
    const ticket = tickets.get(id) ?? { status: 'open', messages: new Map() };
    tickets.set(id, ticket);
    return ticket;
  };

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://helpdesk');
    const [, kind, id = '', part, message = ''] = pathname.split('/');
    if (kind === 'files') return void response.end('the invoice');
    if (request.method === 'GET') {
      const after = Number(searchParams.get('after'));
      return void response.end(JSON.stringify(actions.filter(({ number }) => number > after)));
    }
    const body = (await json(request)) as Record<string, string>;
    if (part === 'failure') failures.push(body.reason ?? '');
    else if (part === 'status') ticketOf(id).status = body.status ?? '';
    else {
      writes.push(message);
      ticketOf(id).messages.set(message, { id: Number(message), ...body } as unknown as TicketMessage);
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures,
    writes,
    /** In the order of the chat. */
    messagesOf: (ticket: number) =>
      [...(tickets.get(`${ticket}`)?.messages.values() ?? [])].sort((one, other) => one.position - other.position),
    statusOf: (ticket: number) => tickets.get(`${ticket}`)?.status,
    act(action: NewAction) {
      actions.push({ number: actions.length + 1, ...action } as Action);
    },
  };
}
