import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTexts } from '../locales/locale.tsx';
import { useSession } from '../session.ts';
import { Screen } from '../shell/screen.tsx';
import { Appearance } from './appearance.tsx';
import { ChangePassword } from './change-password.tsx';
import { Devices } from './devices.tsx';
import { NotificationSwitches } from './notification-switches.tsx';
import { Person } from './person.tsx';
import { Setting } from './setting.tsx';
import { TwoFactor } from './two-factor.tsx';

export function Profile() {
  const { profile: texts, twoFactor, title } = useTexts();
  const { user, agent } = useSession();
  useDocumentTitle(title(texts.title));
  const isOwner = agent.role === 'owner';
  return (
    <Screen>
      <Title order={1}>{texts.heading}</Title>
      <Setting heading={texts.person} lead={texts.personLead}>
        <Person />
      </Setting>
      <Setting heading={texts.notifications} lead={texts.notificationsLead}>
        <NotificationSwitches />
      </Setting>
      <Setting heading={texts.appearance} lead={texts.appearanceLead}>
        <Appearance />
      </Setting>
      <Setting heading={texts.password} lead={isOwner ? texts.passwordLeadOwner : texts.passwordLead}>
        <ChangePassword email={user.email} />
      </Setting>
      <Setting heading={twoFactor.heading} lead={twoFactor.lead}>
        <TwoFactor isOn={user.totp_enabled} email={user.email} />
      </Setting>
      <Setting heading={texts.devices} lead={texts.devicesLead}>
        <Devices />
      </Setting>
    </Screen>
  );
}
