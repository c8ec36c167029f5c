import { Button } from '@mantine/core';
import { IconMessages, IconSitemap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type Department, departmentsQuery } from '../../../entities/agent/departments.ts';
import { useDepartmentsTexts } from '../../../locales/pages/departments.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { previewQuery } from '../preview/preview-query.ts';
import { RoutingPreview } from '../preview/routing-preview.tsx';
import { WeekSection } from '../week/week-section.tsx';
import { About } from './about.tsx';
import { Channels } from './channels.tsx';
import { Members } from './members.tsx';
import { RemoveDepartment } from './remove-department.tsx';

/** One department. */
export function DepartmentScreen() {
  const texts = useDepartmentsTexts();
  const { departmentId } = useParams({ strict: false });
  const query = useQuery(departmentsQuery);
  return (
    <Screen>
      <BackLink to="/settings/departments">{texts.back}</BackLink>
      <Loaded query={query} failure={texts.failed}>
        {(departments) => {
          const department = departments.find(({ id }) => String(id) === departmentId);
          if (department) return <KnownDepartment key={department.id} department={department} all={departments} />;
          return (
            <EmptyState icon={IconSitemap} heading={texts.gone}>
              {texts.goneLead}
            </EmptyState>
          );
        }}
      </Loaded>
    </Screen>
  );
}

function KnownDepartment({ department, all }: { department: Department; all: Department[] }) {
  const texts = useDepartmentsTexts();
  const { name, internal_chat_id } = department;
  const timezone = useQuery(previewQuery({ channel: 'svc' })).data?.timezone;
  return (
    <>
      <PageHeading title={name} />
      <SettingSection heading={texts.about} lead={texts.aboutLead}>
        <About department={department} />
      </SettingSection>
      <SettingSection heading={texts.channels} lead={texts.channelsLead}>
        <Channels department={department} />
      </SettingSection>
      <SettingSection heading={texts.people} lead={texts.peopleLead}>
        <Members department={department} />
      </SettingSection>
      <WeekSection department={department} timezone={timezone} />
      <SettingSection heading={texts.preview.heading} lead={texts.preview.lead}>
        <ErrorBoundary>
          <RoutingPreview department={department} />
        </ErrorBoundary>
      </SettingSection>
      <SettingSection heading={texts.room} lead={texts.roomLead}>
        <Button
          variant="default"
          leftSection={<IconMessages size={16} stroke={1.75} aria-hidden />}
          renderRoot={(props) => <Link to="/inbox/$chatId" params={{ chatId: String(internal_chat_id) }} {...props} />}
        >
          {texts.openRoom}
        </Button>
      </SettingSection>
      <SettingSection heading={texts.danger} lead={texts.dangerLead}>
        <RemoveDepartment department={department} all={all} />
      </SettingSection>
    </>
  );
}
