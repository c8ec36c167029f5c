import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Session } from '../../../data/api.ts';
import { sessionQuery } from '../../../data/session.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { EntryCard } from '../entry-card.tsx';
import { isGone } from './accepting.ts';
import { ExistingUserStep } from './existing-user-step.tsx';
import { NewUserStep } from './new-user-step.tsx';

type ReceivedInvitation = Awaited<ReturnType<typeof api.agentInvitations.read>>;

/** The token is in the fragment, which browsers do not send. */
export function Invitation() {
  const token = useLocation({ select: ({ hash }) => hash });
  const [wasGone, setGone] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.agentInvitations.read({ body: { token } }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: (failure) => !isGone(failure),
  });
  if (token === '' || wasGone || isGone(error)) return <GoneInvitation />;
  return data ? <Accepting invitation={data} token={token} onGone={() => setGone(true)} /> : null;
}

interface AcceptingProps {
  invitation: ReceivedInvitation;
  token: string;
  onGone: () => void;
}

function Accepting({ invitation, ...rest }: AcceptingProps) {
  const { invitation: texts } = useTexts();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { account_name, domain, email, is_known } = invitation;
  const enter = (session: Session) => {
    queryClient.clear();
    queryClient.setQueryData(sessionQuery.queryKey, session);
    void navigate({ to: '/inbox', replace: true });
  };
  const Step = is_known ? ExistingUserStep : NewUserStep;
  return (
    <EntryCard
      title={texts.title}
      heading={texts.heading(domain ?? location.host)}
      lead={texts.lead(account_name ?? texts.somebody, email)}
    >
      <Step {...rest} onJoined={enter} />
    </EntryCard>
  );
}

function GoneInvitation() {
  const { invitation: texts, signIn } = useTexts();
  return (
    <EntryCard
      title={texts.title}
      heading={texts.goneHeading}
      lead={texts.gone}
      footer={
        <Button mt="xs" variant="default" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
          {signIn.submit}
        </Button>
      }
    />
  );
}
