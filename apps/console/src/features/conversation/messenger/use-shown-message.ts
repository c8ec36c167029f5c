import type { Message } from '@parley/live';
import { useState } from 'react';

export type ShowMessage = (change: Partial<Message> | undefined) => void;

/** A message as it is, or as the agent has just changed it until its news arrives. Undefined takes the change back. */
export function useShownMessage(stored: Message) {
  const [change, setChange] = useState<{ of: Message; message: Message }>();
  const show: ShowMessage = (changed) => setChange(changed && { of: stored, message: { ...stored, ...changed } });
  return { message: change?.of === stored ? change.message : stored, show };
}
