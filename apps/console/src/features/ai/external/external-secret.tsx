import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';

export function ExternalSecret({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const texts = useExternalOperatorsTexts();
  return (
    <SecretDialog
      title={texts.secretTitle}
      lead={texts.secretLead}
      label={texts.secretLabel}
      done={texts.secretDone}
      secret={secret}
      onClose={onClose}
    />
  );
}
