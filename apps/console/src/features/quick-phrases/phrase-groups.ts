import type { Phrase } from '../../entities/phrase/phrases.ts';

export const phraseGroups = ['all', 'mine', 'team'] as const;
export type PhraseGroup = (typeof phraseGroups)[number];

export const isInGroup = ({ agent_id }: Phrase, group: PhraseGroup, ownId: number) =>
  group === 'all' || (agent_id === ownId) === (group === 'mine');
