import { useCustomChannelsTexts } from '../../../locales/pages/custom-channels.ts';
import { useDevelopersTexts } from '../../../locales/pages/developers.ts';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';

export function ChannelSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const texts = useCustomChannelsTexts();
  const { secret: shared } = useDevelopersTexts();
  return (
    <SecretDialog
      title={texts.secretTitle}
      lead={shared.once}
      label={texts.secretLabel}
      done={shared.done}
      secret={secret}
      onClose={onClose}
    />
  );
}
