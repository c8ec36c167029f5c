import { ParleyProblem } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { useExplain } from '../../../ui/feedback/explain.ts';
import { checkEmail, isEmailRefused } from '../../../ui/form/emails.ts';
import { useRefreshTeam } from '../team-queries.ts';

/** What became of one address. */
export interface InviteResult {
  email: string;
  kind: 'sent' | 'refused' | 'failed';
  text: string;
  /** To pass on, where no mail server is set. */
  link?: string;
  /** The address belongs to an agent. */
  isAgent?: boolean;
}

/** Invites several people, one after the other: each address has its own result. */
export function useInvite() {
  const inviteOne = useInviteOne();
  const refresh = useRefreshTeam();
  const [results, setResults] = useState<InviteResult[]>([]);
  const { mutate, isPending, reset } = useMutation({
    mutationFn: async (emails: string[]) => {
      setResults([]);
      for (const email of emails) {
        const result = await inviteOne(email);
        setResults((before) => [...before, result]);
      }
    },
    onSettled: refresh,
  });
  const clear = () => {
    setResults([]);
    reset();
  };
  return { invite: mutate, isPending, results, clear };
}

function useInviteOne() {
  const allTexts = useTexts();
  const { inviting: texts } = useTeamTexts();
  const explain = useExplain();
  return async (email: string): Promise<InviteResult> => {
    if (checkEmail(email, allTexts)) return { email, kind: 'refused', text: texts.wrong };
    try {
      const { link } = await api.agents.invite({ body: { email } });
      return link ? { email, kind: 'sent', text: texts.linkReady, link } : { email, kind: 'sent', text: texts.sent };
    } catch (error) {
      if (isEmailRefused(error)) return { email, kind: 'refused', text: texts.wrong };
      const code = error instanceof ParleyProblem ? (error.code as keyof typeof texts.refused) : undefined;
      const text = code && texts.refused[code];
      if (!text) return { email, kind: 'failed', text: explain(error) };
      return { email, kind: 'refused', text, isAgent: code === 'already_agent' };
    }
  };
}
