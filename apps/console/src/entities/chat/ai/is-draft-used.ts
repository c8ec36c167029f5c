import { ParleyProblem } from '@parley/sdk';

/** Somebody else sent or discarded the draft of the AI. */
export const isDraftUsed = (error: unknown) =>
  error instanceof ParleyProblem && (error.code === 'draft_used' || error.status === 404);
