import type { Message } from '@parley/contract';

type Stored = Pick<Message, 'id' | 'seq' | 'client_message_id' | 'body'>;

/** A participant's view of a chat. */
export interface Copy {
  name: string;
  chatId: number;
  isVisitor: boolean;
  messages: readonly Stored[];
}

export interface Findings {
  lost: number;
  doubled: number;
  outOfOrder: number;
  clientsThatDiffer: number;
  /** The first few, in words. */
  examples: string[];
}

export type Ledger = ReturnType<typeof createLedger>;

const MAX_EXAMPLES = 10;

/** Everything sent, to compare with what is stored and what participants have. */
export function createLedger() {
  const said = new Map<string, { from: string; body: string; at: number }>();

  return {
    size: () => said.size,
    note(from: string, id: string, body: string) {
      said.set(id, { from, body, at: said.size });
    },

    /** `stored` has the messages of each chat, by id. */
    compare(stored: ReadonlyMap<number, readonly Stored[]>, copies: readonly Copy[]): Findings {
      const all = [...stored.values()].flat();
      const times = countBy(all, ({ client_message_id }) => client_message_id ?? '');
      const lost = [...said].filter(([id]) => !times.has(id)).map(([id, { from }]) => `lost: ${id} of ${from}`);
      const doubled = [...times].filter(([, count]) => count > 1).map(([id]) => `stored twice: ${id}`);
      const strange = all.flatMap((message) => this.mistakeIn(message));
      const outOfOrder = [...stored].flatMap(([chatId, messages]) => this.disorderIn(chatId, messages));
      const differing = copies.flatMap((copy) => differenceOf(copy, stored.get(copy.chatId) ?? []));
      const names = new Set(differing.map(({ name }) => name));
      const words = differing.map(({ name, chatId, what }) => `${name}, chat ${chatId}: ${what}`);
      return {
        lost: lost.length + differing.reduce((sum, each) => sum + each.lost, 0),
        doubled: doubled.length + strange.length + differing.reduce((sum, each) => sum + each.doubled, 0),
        outOfOrder: outOfOrder.length + differing.filter((each) => each.isOutOfOrder).length,
        clientsThatDiffer: names.size,
        examples: [...lost, ...doubled, ...strange, ...outOfOrder, ...words].slice(0, MAX_EXAMPLES),
      };
    },

    /** Stored texts must match sent ones. */
    mistakeIn({ id, client_message_id, body }: Stored) {
      const entry = said.get(client_message_id ?? '');
      if (!entry) return [`never said: message ${id} as ${client_message_id}`];
      return entry.body === body ? [] : [`other words: message ${id} as ${client_message_id}`];
    },

    /** Messages of one sender in one chat are stored in the order sent, numbered without gaps. */
    disorderIn(chatId: number, messages: readonly Stored[]) {
      const latest = new Map<string, number>();
      const early = messages.filter(({ client_message_id }) => {
        const { from, at } = said.get(client_message_id ?? '') ?? { from: '', at: -1 };
        const isEarly = at < (latest.get(from) ?? -1);
        latest.set(from, at);
        return isEarly;
      });
      const seqs = messages.flatMap(({ seq }) => seq ?? []);
      return [
        ...early.map(
          ({ id, client_message_id }) => `chat ${chatId}: message ${id} as ${client_message_id} is too late`,
        ),
        ...(seqs.every((seq, index) => seq === index + 1) ? [] : [`chat ${chatId}: numbers ${seqs.join(' ')}`]),
      ];
    },
  };
}

function differenceOf({ name, chatId, isVisitor, messages }: Copy, stored: readonly Stored[]) {
  const right = stored.filter(({ seq }) => !isVisitor || seq !== null).map(printed);
  const here = messages.map(printed);
  if (here.length === right.length && here.every((line, index) => line === right[index])) return [];
  const missing = right.filter((line) => !here.includes(line));
  const surplus = here.filter((line, index) => !right.includes(line) || here.indexOf(line) !== index);
  const isOutOfOrder = !missing.length && !surplus.length;
  const what = isOutOfOrder
    ? 'another order'
    : `${here.length} of ${right.length}, lacks ${shortened(missing)}, has beside them ${shortened(surplus)}`;
  return [{ name, chatId, what, lost: missing.length, doubled: surplus.length, isOutOfOrder }];
}

const printed = ({ id, seq, client_message_id, body }: Stored) => `${id} ${seq} ${client_message_id} ${body}`;
const shortened = (lines: string[]) =>
  lines
    .slice(0, 3)
    .map((line) => line.slice(0, 80))
    .join(' | ');

function countBy<T>(list: readonly T[], keyOf: (item: T) => string) {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
