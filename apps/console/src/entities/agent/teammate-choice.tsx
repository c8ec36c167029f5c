import type { ReactNode } from 'react';
import { ListChoice } from '../../ui/controls/list-choice.tsx';
import type { Teammate } from './team.ts';
import { TeammateLine } from './teammate-line.tsx';

interface TeammateChoiceProps {
  label: string;
  team: Teammate[];
  chosen: number | undefined;
  onChoose: (id: number) => void;
  error?: ReactNode;
}

export function TeammateChoice({ team, ...rest }: TeammateChoiceProps) {
  return <ListChoice {...rest} items={team.map((mate) => ({ id: mate.id, content: <TeammateLine mate={mate} /> }))} />;
}
