/** Where something is counted by the hour, and what a fact `f` of a chat adds there. Messages are counted beside it. */
export interface Tally {
  /** The table. */
  hours: string;
  /** What it counts by besides the hour, as a fact has it. */
  keys: Record<string, string>;
  counts: Record<string, string>;
  /** Facts of a table, each as often as it counts. */
  facts: (table: string) => string;
}

const when = (condition: string) => `CASE WHEN ${condition} THEN f.sign ELSE 0 END`;
const sumOf = (duration: string) => `f.sign * coalesce(f.${duration}, 0)`;

export const byChannel: Tally = {
  hours: 'channel_hours',
  keys: { channel: 'f.channel', is_internal: 'f.is_internal' },
  counts: {
    chats: 'f.sign',
    written: when('f.has_client_messages'),
    accepted_ai: when("f.accepted_type = 'ai'"),
    accepted_human: when("f.accepted_type = 'human'"),
    handled_ai: when("f.handled_type = 'ai'"),
    handled_human: when("f.handled_type = 'human'"),
    ai_to_human: when("f.accepted_type = 'ai' AND f.handled_type = 'human'"),
    human_to_ai: when("f.accepted_type = 'human' AND f.handled_type = 'ai'"),
    responded: when('f.response_ms IS NOT NULL'),
    response_ms: sumOf('response_ms'),
    first_response_ms: sumOf('first_response_ms'),
  },
  facts: (table) => `${table} f`,
};

/** A chat counts for each who has to do with it, once for whatever they are to it. */
export const byAgent: Tally = {
  hours: 'agent_hours',
  keys: { agent_id: 'r.agent_id' },
  counts: {
    chats: 'r.owned * f.sign',
    missed: when('r.owned = 1 AND f.accepted_type IS NULL'),
    responded: when('r.owned = 1 AND f.response_ms IS NOT NULL'),
    response_ms: `r.owned * ${sumOf('response_ms')}`,
    accepted: 'r.accepted * f.sign',
    handled: 'r.handled * f.sign',
  },
  facts: (table) => `
    ${table} f JOIN LATERAL (
      VALUES (f.agent_id, 1, 0, 0), (f.accepted_by, 0, 1, 0), (f.handled_by, 0, 0, 1)
    ) AS r (agent_id, owned, accepted, handled) ON r.agent_id IS NOT NULL`,
};

/** What was said, of messages `m`: no notes, and nothing that the system says by itself. */
export const IS_SAID = "NOT m.private AND m.sender <> 'system'";

/** From where on messages of the widget are not in the hours. */
const MESSAGES_UNTIL = `coalesce((SELECT messages_until FROM statistics_progress WHERE widget_id = $1), '-infinity')`;

interface Wanted {
  /** Keys of the tally to tell apart. */
  by?: string[];
  /** Only where messages have these keys. */
  messages?: boolean;
}

/**
 * All that adds up to the counts of a window, each at its time `at`. Whole hours are in the table of hours, but for facts and
 * messages that nobody has added yet; these, and what is in the hours that the window cuts, are taken one by one. As one
 * statement it sees one state of what is added and what is not, so that nothing is missing or counted twice.
 *
 * Takes $1, the widget, and $2 to $5, see `stretchesOf`.
 */
export function countsOf({ hours, keys, counts, facts }: Tally, { by = [], messages = true }: Wanted = {}) {
  const names = Object.keys(counts);
  const fact = (condition: string) => `
    SELECT ${['f.opened_at', ...by.map((key) => keys[key]), ...Object.values(counts), '0']}
    FROM ${facts('chat_facts')} WHERE f.widget_id = $1 AND ${condition}`;
  const message = (from: string, to: string) => `
    SELECT ${['m.created_at', ...by.map((key) => `m.${key}`), ...names.map(() => '0'), '1']}
    FROM messages m WHERE m.widget_id = $1 AND ${IS_SAID} AND m.created_at >= ${from} AND m.created_at < ${to}`;
  const parts = [
    `SELECT ${['hour AS at', ...by, ...names, 'messages']} FROM ${hours} WHERE widget_id = $1 AND hour >= $3 AND hour < $4`,
    fact('f.opened_at >= $2 AND f.opened_at < $3'),
    fact('f.opened_at >= $4 AND f.opened_at < $5'),
    fact('NOT f.is_added AND f.opened_at >= $3 AND f.opened_at < $4'),
  ];
  const ofMessages = [
    message('$2', '$3'),
    message('$4', '$5'),
    message(`greatest($3::timestamptz, ${MESSAGES_UNTIL})`, '$4'),
  ];
  return [...parts, ...(messages ? ofMessages : [])].join(' UNION ALL ');
}

/** Sums of these columns, by their names. */
export const sums = (names: string[]) => names.map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`);
