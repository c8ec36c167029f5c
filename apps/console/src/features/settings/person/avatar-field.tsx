import { Button, FileButton, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../data/api.ts';
import { fullName, useSession } from '../../../data/session.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { PersonAvatar } from '../../../ui/person/person-avatar.tsx';
import { useOptimisticProfile } from '../use-profile-update.ts';
import styles from './avatar-field.module.css';
import { cropSquare } from './crop-square.ts';

/** The agent's picture. */
export function AvatarField() {
  const texts = useProfileTexts();
  const session = useSession();
  const notify = useNotice();
  const change = useOptimisticProfile();
  const preview = usePreview();
  const forget = useRef<() => void>(null);
  const { avatar_url } = session.agent;

  const choose = async (file: File | null) => {
    if (!file) return;
    // Lets the same file be chosen again.
    forget.current?.();
    const picture = await cropSquare(file).catch(() => undefined);
    if (!picture) return notify({ kind: 'failed', text: texts.notPicture });
    const url = preview(picture);
    change({
      optimistic: (before) => ({ ...before, agent: { ...before.agent, avatar_url: url } }),
      send: () => api.profile.setAvatar({ file: picture, name: 'avatar' }),
    });
  };
  const remove = () =>
    change({
      optimistic: (before) => ({ ...before, agent: { ...before.agent, avatar_url: null } }),
      send: async () => void (await api.profile.removeAvatar()),
    });

  return (
    <fieldset className={styles.field} aria-label={texts.picture}>
      <PersonAvatar name={fullName(session)} url={avatar_url} size={64} />
      <div className={styles.choice}>
        <div className={styles.buttons}>
          <FileButton
            accept="image/png,image/jpeg,image/gif,image/webp"
            resetRef={forget}
            onChange={(file) => void choose(file)}
          >
            {(props) => (
              <Button {...props} variant="default">
                {texts.choosePicture}
              </Button>
            )}
          </FileButton>
          {avatar_url && (
            <Button variant="subtle" color="gray" onClick={remove}>
              {texts.removePicture}
            </Button>
          )}
        </div>
        <Text c="dimmed" size="xs">
          {texts.pictureRule}
        </Text>
      </div>
    </fieldset>
  );
}

/** A `blob:` URL for a picture that is being uploaded. Revokes the previous one. */
function usePreview() {
  const [url, setUrl] = useState<string>();
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url]);
  return (picture: Blob) => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return made;
  };
}
