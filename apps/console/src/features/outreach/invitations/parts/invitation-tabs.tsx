import { useSmartInvitationsTexts } from '../../../../locales/pages/smart-invitations.ts';
import { PageTabs } from '../../../../ui/layout/page-tabs.tsx';

/** The rules, and what became of them. */
export function InvitationTabs() {
  const { title, tabs } = useSmartInvitationsTexts();
  return (
    <PageTabs
      label={title}
      tabs={[
        { to: '/outreach/invitations', name: tabs.rules },
        { to: '/outreach/invitations/results', name: tabs.results },
      ]}
    />
  );
}
