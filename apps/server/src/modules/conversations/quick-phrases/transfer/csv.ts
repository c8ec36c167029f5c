/** In the order written. The agent is their e-mail, or the id of an agent without one. */
export const COLUMNS = ['id', 'agent', 'name', 'phrase'] as const;

export type Column = (typeof COLUMNS)[number];
