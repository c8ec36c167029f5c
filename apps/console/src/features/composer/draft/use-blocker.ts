import type { Chat } from '@parley/live';
import { reachAt } from '../../../entities/chat/reach.ts';
import { useNow } from '../../../ui/time/use-now.ts';
import type { Draft } from './draft.ts';
import { useDraftState } from './use-draft.ts';

/** Why no reply can be written to the customer of a messenger now. Notes always can. */
export function useBlocker({ reach }: Chat, draft: Draft) {
  const mode = useDraftState(draft, (state) => state.mode);
  const state = reachAt(reach, useNow())?.state ?? 'open';
  return mode === 'note' || state === 'open' ? undefined : state;
}

export type Blocker = NonNullable<ReturnType<typeof useBlocker>>;
