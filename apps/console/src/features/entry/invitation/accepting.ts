import { ParleyProblem } from '@parley/sdk';
import type { Session } from '../../../data/api.ts';

export interface AcceptProps {
  token: string;
  onJoined: (session: Session) => void;
  onGone: () => void;
}

export const isGone = (error: unknown) => error instanceof ParleyProblem && error.code === 'invitation_gone';
