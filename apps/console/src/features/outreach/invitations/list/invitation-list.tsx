import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../../ui/layout/screen.tsx';
import { invitationsQuery } from '../model/invitation-queries.ts';
import { InvitationTabs } from '../parts/invitation-tabs.tsx';
import { TemplateGallery } from '../templates/template-gallery.tsx';
import styles from './invitation-list.module.css';
import { InvitationRows } from './invitation-rows.tsx';

/** Rules in the order in which they are considered; templates while there are none. */
export function InvitationList() {
  const texts = useSmartInvitationsTexts();
  const query = useQuery(invitationsQuery);
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/outreach/invitations/new" {...props} />}
    >
      {texts.create}
    </Button>
  );
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} actions={query.data?.rules.length ? create : null} />
      <InvitationTabs />
      <Loaded query={query} failure={texts.failed}>
        {({ rules, templates }) =>
          rules.length ? (
            <InvitationRows rules={rules} />
          ) : (
            <>
              <div className={styles.empty}>
                <strong>{texts.empty}</strong>
                <span>{texts.emptyLead}</span>
              </div>
              <TemplateGallery templates={templates} />
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}
