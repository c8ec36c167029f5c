import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '../../../data/api.ts';
import { sessionQuery } from '../../../data/session.ts';
import { CodeStep } from './code-step.tsx';
import { type Credentials, PasswordStep } from './password-step.tsx';

const route = getRouteApi('/entry/sign-in');

export function SignIn() {
  const { next, note } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [known, setKnown] = useState<Credentials>();

  const enter = (session: Session) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    void router.navigate({ href: next ?? '/', replace: true });
  };

  if (known) return <CodeStep credentials={known} onSignedIn={enter} onGiveUp={() => setKnown(undefined)} />;
  return <PasswordStep note={note} onSignedIn={enter} onCodeRequired={setKnown} />;
}
