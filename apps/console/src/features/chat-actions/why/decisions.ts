import type { RoutingLine } from '@parley/contract';

/** A decision with what it took into account. */
export interface Decision {
  result: RoutingLine;
  lines: RoutingLine[];
  /** Agents who were at work, the chosen one included. */
  count: number;
}

/** Each decision begins with its result. */
export function toDecisions(routing: RoutingLine[]) {
  const decisions: Decision[] = [];
  for (const line of routing) {
    const last = decisions.at(-1);
    if (line.step === 'decision') decisions.push({ result: line, lines: [], count: 1 });
    else if (last) {
      last.lines.push(line);
      if (line.reason === 'busier' || line.reason === 'later_turn') last.count += 1;
    }
  }
  return decisions;
}
