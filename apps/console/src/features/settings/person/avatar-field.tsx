import { useEffect, useState } from 'react';
import { api } from '../../../data/api.ts';
import { fullName, useSession } from '../../../data/session.ts';
import { useOptimisticProfile } from '../../../entities/agent/use-profile-update.ts';
import { useProfileTexts } from '../../../locales/pages/profile.ts';
import { PictureField } from '../../../ui/form/picture-field.tsx';

/** The agent's picture. */
export function AvatarField() {
  const texts = useProfileTexts();
  const session = useSession();
  const change = useOptimisticProfile();
  const preview = usePreview();

  const choose = (picture: Blob) => {
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
    <PictureField
      label={texts.picture}
      name={fullName(session)}
      url={session.agent.avatar_url}
      onChoose={choose}
      onRemove={remove}
    />
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
