import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { InviteDialog } from '../invite/invite-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { People } from './people.tsx';
import { Seats } from './seats.tsx';

/** The people of the widget, pending invitations and seats. */
export function Team() {
  const texts = useTeamTexts();
  const [isInviting, setInviting] = useState(false);
  const invite = (
    <Button leftSection={<IconUserPlus size={16} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
      {texts.invite}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={invite} />
      <ErrorBoundary>
        <Seats />
      </ErrorBoundary>
      <ErrorBoundary>
        <People />
      </ErrorBoundary>
      <ErrorBoundary>
        <Invitations />
      </ErrorBoundary>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </Screen>
  );
}
