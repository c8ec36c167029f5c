import { Stack } from '@mantine/core';
import { useTexts } from '../locales/locale.tsx';
import { useSession } from '../session.ts';
import { Facts } from '../shell/facts.tsx';
import { AvatarField } from './avatar-field.tsx';
import { NameField } from './name-field.tsx';
import styles from './person.module.css';
import { useProfileUpdate } from './use-profile-change.ts';

/** Picture and name, and what of oneself others decide. */
export function Person() {
  const { profile: texts, roles } = useTexts();
  const { user, agent } = useSession();
  const update = useProfileUpdate();
  return (
    <Stack gap="lg">
      <AvatarField />
      <div className={styles.names}>
        <NameField
          label={texts.name}
          value={user.name ?? ''}
          autoComplete="given-name"
          missing={texts.nameMissing}
          save={(name) => update({ name })}
        />
        <NameField
          label={texts.surname}
          value={user.surname ?? ''}
          autoComplete="family-name"
          save={(surname) => update({ surname: surname || null })}
        />
      </div>
      <Facts
        facts={[
          { name: texts.email, value: user.email },
          { name: texts.role, value: roles[agent.role] },
        ]}
      />
    </Stack>
  );
}
