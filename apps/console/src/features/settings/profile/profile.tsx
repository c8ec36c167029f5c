import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useSession } from '../../../data/session.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { Screen } from '../../../ui/layout/screen.tsx';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { Devices } from '../devices/devices.tsx';
import { OwnEmail } from '../email/own-email.tsx';
import { AfterDone } from '../person/after-done.tsx';
import { Appearance } from '../person/appearance.tsx';
import { NotificationSwitches } from '../person/notification-switches.tsx';
import { PersonFields } from '../person/person-fields.tsx';
import { ChangePassword } from '../security/change-password.tsx';
import { TwoFactor } from '../security/two-factor.tsx';

export function Profile() {
  const { twoFactor, ...texts } = useProfileTexts();
  const { title } = useTexts();
  const { user, agent } = useSession();
  useDocumentTitle(title(texts.title));
  const isOwner = agent.role === 'owner';
  return (
    <Screen>
      <Title order={1}>{texts.heading}</Title>
      <SettingSection heading={texts.person} lead={texts.personLead}>
        <PersonFields />
      </SettingSection>
      <SettingSection heading={texts.notifications} lead={texts.notificationsLead}>
        <NotificationSwitches />
      </SettingSection>
      <SettingSection heading={texts.inbox} lead={texts.inboxLead}>
        <AfterDone />
      </SettingSection>
      <SettingSection heading={texts.appearance} lead={texts.appearanceLead}>
        <Appearance />
      </SettingSection>
      <SettingSection heading={texts.email} lead={texts.emailLead}>
        <OwnEmail />
      </SettingSection>
      <SettingSection heading={texts.password} lead={isOwner ? texts.passwordLeadOwner : texts.passwordLead}>
        <ChangePassword email={user.email} />
      </SettingSection>
      <SettingSection heading={twoFactor.heading} lead={twoFactor.lead}>
        <TwoFactor isOn={user.totp_enabled} email={user.email} />
      </SettingSection>
      <SettingSection heading={texts.devices} lead={texts.devicesLead}>
        <Devices />
      </SettingSection>
    </Screen>
  );
}
