/** An hourly table and what a chat's fact `f` adds to it. Messages are counted separately. */
export interface HourlyCounts {
  hours: string;
  /** Grouping columns besides the hour, as SQL over a fact. */
  keys: Record<string, string>;
  counts: Record<string, string>;
  /** Rows of a facts table, one per group they count in. */
  facts: (table: string) => string;
}

const when = (condition: string) => `CASE WHEN ${condition} THEN f.sign ELSE 0 END`;
const sumOf = (duration: string) => `f.sign * coalesce(f.${duration}, 0)`;

export const byChannel: HourlyCounts = {
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

/** A chat counts once for each agent involved, whatever their parts in it. */
export const byAgent: HourlyCounts = {
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

/** Counted messages `m`: no notes and no system messages. */
export const IS_COUNTED = "NOT m.private AND m.sender <> 'system'";

/** Messages of the widget from this time on are not in the hours yet. */
const MESSAGES_UNTIL = `coalesce((SELECT messages_until FROM statistics_progress WHERE widget_id = $1), '-infinity')`;

interface CountOptions {
  /** Group by these keys. */
  by?: string[];
  /** Whether messages have these keys and are counted. */
  messages?: boolean;
}

/**
 * All rows that add up to the counts of a window, each at its time `at`: whole hours from the hourly table, plus single
 * facts and messages for hours not aggregated yet and for partial hours at the ends. Being one statement, it sees one
 * snapshot, so that nothing is missing or counted twice. Takes $1, the widget, and $2 to $5, see `stretchesOf`.
 */
export function countsOf(
  { hours, keys, counts, facts }: HourlyCounts,
  { by = [], messages = true }: CountOptions = {},
) {
  const names = Object.keys(counts);
  const fact = (condition: string) => `
    SELECT ${['f.opened_at', ...by.map((key) => keys[key]), ...Object.values(counts), '0']}
    FROM ${facts('chat_facts')} WHERE f.widget_id = $1 AND ${condition}`;
  const message = (from: string, to: string) => `
    SELECT ${['m.created_at', ...by.map((key) => `m.${key}`), ...names.map(() => '0'), '1']}
    FROM messages m WHERE m.widget_id = $1 AND ${IS_COUNTED} AND m.created_at >= ${from} AND m.created_at < ${to}`;
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

export const sums = (names: string[]) => names.map((name) => `coalesce(sum(${name}), 0)::bigint AS ${name}`);
