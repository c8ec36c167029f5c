import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Rows } from '../../../ui/layout/rows.tsx';
import { invitationsQuery } from '../team-queries.ts';
import { InvitationRow } from './invitation-row.tsx';
import styles from './invitations.module.css';

/** Pending invitations, if any. */
export function Invitations() {
  const { invitations: texts } = useTeamTexts();
  const query = useQuery(invitationsQuery);
  const id = useId();
  return (
    <Loaded query={query} failure={texts.failed} skeleton={null}>
      {(invitations) =>
        invitations.length > 0 && (
          <section className={styles.section} aria-labelledby={id}>
            <Title order={2} id={id}>
              {texts.heading}
            </Title>
            <Rows label={texts.heading}>
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </Rows>
          </section>
        )
      }
    </Loaded>
  );
}
