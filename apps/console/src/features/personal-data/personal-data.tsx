import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { usePersonalDataTexts } from '../../locales/pages/personal-data.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { SettingSection } from '../../ui/layout/setting-section.tsx';
import { ContactData } from './contact-data.tsx';
import { RetentionForm } from './retention-form.tsx';

const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => api.account.read() });

/** How long chats are kept, and the data of one person. */
export function PersonalData() {
  const texts = usePersonalDataTexts();
  const account = useQuery(accountQuery);
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <SettingSection heading={texts.keep} lead={texts.keepLead}>
        <Loaded query={account} failure={texts.failed}>
          {({ chats_keep_days }) => <RetentionForm stored={chats_keep_days} />}
        </Loaded>
      </SettingSection>
      <SettingSection heading={texts.one} lead={texts.oneLead}>
        <ErrorBoundary>
          <ContactData />
        </ErrorBoundary>
      </SettingSection>
    </Screen>
  );
}
