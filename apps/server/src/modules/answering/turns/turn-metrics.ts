import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Conclusion } from './conclude.ts';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What `/metrics` says about the AI. */
export function createTurnMetrics(registry: Registry, inFlight: () => number) {
  const registers = [registry];
  const ended = new Counter({
    name: 'ai_turns_total',
    help: 'Turns of the AI that a node has run',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const overhead = new Histogram({
    name: 'ai_turn_overhead_seconds',
    help: 'Time of a turn without its calls of models',
    buckets: SECONDS,
    registers,
  });
  const firstToken = new Histogram({
    name: 'ai_first_token_seconds',
    help: 'Time until the first word of an answer',
    buckets: SECONDS,
    registers,
  });
  const tokens = new Counter({ name: 'ai_tokens_total', help: 'Tokens', labelNames: ['direction'], registers });
  const failures = new Counter({
    name: 'ai_call_failures_total',
    help: 'Failed calls of models and external operators',
    labelNames: ['provider', 'error'],
    registers,
  });
  new Gauge({
    name: 'ai_turns_in_flight',
    help: 'Turns that this node is running',
    registers,
    collect() {
      this.set(inFlight());
    },
  });

  return ({ facts, answered, queuedMs, durationMs }: Conclusion) => {
    const { verdict, attempts, firstTokenMs, inputTokens, outputTokens, knowledge } = answered;
    const outcome = verdict === null ? 'waiting' : verdict.why === null ? 'answered' : 'escalated';
    ended.inc({ kind: facts.turn.kind, outcome });
    const called = attempts.reduce((sum, { duration_ms }) => sum + duration_ms, knowledge.embeddingMs);
    overhead.observe(Math.max(0, queuedMs + durationMs - called) / 1_000);
    if (firstTokenMs !== null) firstToken.observe(firstTokenMs / 1_000);
    tokens.inc({ direction: 'input' }, inputTokens);
    tokens.inc({ direction: 'output' }, outputTokens);
    for (const { provider, error } of attempts) if (error !== null) failures.inc({ provider, error });
  };
}
