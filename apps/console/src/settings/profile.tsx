import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useTexts } from '../locales/locale.tsx';
import { fullName, useSession } from '../session.ts';
import { Facts } from '../shell/facts.tsx';
import { Screen } from '../shell/screen.tsx';
import { ChangePassword } from './change-password.tsx';
import { Setting } from './setting.tsx';
import { TwoFactor } from './two-factor.tsx';

export function Profile() {
  const { profile: texts, twoFactor, roles, title } = useTexts();
  const session = useSession();
  useDocumentTitle(title(texts.title));
  const isOwner = session.agent.role === 'owner';
  return (
    <Screen>
      <Title order={1}>{texts.heading}</Title>
      <Setting heading={texts.person} lead={texts.personLead}>
        <Facts
          facts={[
            { name: texts.name, value: fullName(session) },
            { name: texts.email, value: session.user.email },
            { name: texts.role, value: roles[session.agent.role] },
          ]}
        />
      </Setting>
      <Setting heading={texts.password} lead={isOwner ? texts.passwordLeadOwner : texts.passwordLead}>
        <ChangePassword email={session.user.email} />
      </Setting>
      <Setting heading={twoFactor.heading} lead={twoFactor.lead}>
        <TwoFactor isOn={session.user.totp_enabled} email={session.user.email} />
      </Setting>
    </Screen>
  );
}
