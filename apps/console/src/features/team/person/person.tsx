import { IconUserOff } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useSession } from '../../../data/session.ts';
import type { Agent } from '../../../entities/agent/use-agents.ts';
import { useTeamTexts } from '../../../locales/pages/team.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { usePeopleQuery } from '../team-queries.ts';
import { Access } from './access.tsx';
import { EventLog } from './event-log.tsx';
import { Figures } from './figures.tsx';
import { PersonDepartments } from './person-departments.tsx';
import { PersonHeader } from './person-header.tsx';
import { RoleChoice } from './role-choice.tsx';
import { WidgetAppearance } from './widget-appearance.tsx';

/** One person of the team. */
export function Person() {
  const { person: texts } = useTeamTexts();
  const { agentId } = useParams({ strict: false });
  const query = usePeopleQuery();
  return (
    <Screen>
      <BackLink to="/settings/team">{texts.back}</BackLink>
      <Loaded query={query} failure={texts.failed}>
        {(people) => {
          const agent = people.find(({ id }) => String(id) === agentId);
          if (agent) return <KnownPerson key={agent.id} agent={agent} />;
          return (
            <EmptyState icon={IconUserOff} heading={texts.gone}>
              {texts.goneLead}
            </EmptyState>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function KnownPerson({ agent }: { agent: Agent }) {
  const { person: texts } = useTeamTexts();
  const { agent: me } = useSession();
  const isOwner = me.role === 'owner';
  // Only the owner changes the owner's row.
  const isManageable = isOwner || agent.role !== 'owner';
  return (
    <>
      <PersonHeader agent={agent} />
      {isManageable && (
        <SettingSection heading={texts.profile} lead={texts.profileLead}>
          <WidgetAppearance agent={agent} />
        </SettingSection>
      )}
      <SettingSection heading={texts.role} lead={isOwner ? texts.roleLead : texts.roleLeadAdmin}>
        <RoleChoice agent={agent} />
      </SettingSection>
      <SettingSection heading={texts.departments} lead={texts.departmentsLead}>
        <PersonDepartments agent={agent} />
      </SettingSection>
      <SettingSection heading={texts.figures} lead={texts.figuresLead}>
        <ErrorBoundary>
          <Figures agentId={agent.id} />
        </ErrorBoundary>
      </SettingSection>
      <SettingSection heading={texts.log} lead={texts.logLead}>
        <ErrorBoundary>
          <EventLog agentId={agent.id} />
        </ErrorBoundary>
      </SettingSection>
      <SettingSection heading={texts.access} lead={texts.accessLead}>
        <Access agent={agent} />
      </SettingSection>
    </>
  );
}
