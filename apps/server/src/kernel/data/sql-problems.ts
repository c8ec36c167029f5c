import { sqlStateOf } from '../../infra/postgres/sqlstate.ts';
import type { Problem } from '../problems.ts';

/** Runs a statement that its caller can make fail: each SQLSTATE given becomes a problem, any other error stays as it is. */
export async function withProblems<T>(statement: PromiseLike<T>, problems: Record<string, () => Problem>): Promise<T> {
  try {
    return await statement;
  } catch (error) {
    throw problems[sqlStateOf(error) ?? '']?.() ?? error;
  }
}
