import { useQuery } from '@tanstack/react-query';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { PageHeading } from '../../ui/layout/page-heading.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { SettingSection } from '../../ui/layout/setting-section.tsx';
import { securityQuery } from './security-queries.ts';
import { SignInLog } from './sign-in-log.tsx';
import { TeamSessions } from './team-sessions.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

/** How the team signs in, and where it is signed in. */
export function Security() {
  const texts = useSecurityTexts();
  const security = useQuery(securityQuery);
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <SettingSection heading={texts.twoFactor} lead={texts.twoFactorLead}>
        <Loaded query={security} failure={texts.failed}>
          {(data) => <TwoFactorRule security={data} />}
        </Loaded>
      </SettingSection>
      <SettingSection heading={texts.sessions} lead={texts.sessionsLead}>
        <ErrorBoundary>
          <TeamSessions />
        </ErrorBoundary>
      </SettingSection>
      <SettingSection heading={texts.log} lead={texts.logLead}>
        <ErrorBoundary>
          <SignInLog />
        </ErrorBoundary>
      </SettingSection>
    </Screen>
  );
}
