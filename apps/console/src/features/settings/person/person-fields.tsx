import { Stack } from '@mantine/core';
import { useSession } from '../../../data/session.ts';
import { useProfileUpdate } from '../../../entities/agent/use-profile-update.ts';
import { useTexts } from '../../../locales/locale.tsx';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { AvatarField } from './avatar-field.tsx';
import { NameField } from './name-field.tsx';
import styles from './person-fields.module.css';

/** The agent's picture, name and role. */
export function PersonFields() {
  const texts = useProfileTexts();
  const { roles } = useTexts();
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
      <DescriptionList facts={[{ name: texts.role, value: roles[agent.role] }]} />
    </Stack>
  );
}
