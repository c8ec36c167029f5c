import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useExternalOperatorsTexts } from '../../../locales/pages/external-operators.ts';
import { BackLink } from '../../../ui/controls/back-link.tsx';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { useRefreshAi } from '../model/use-refresh-ai.ts';
import { ExternalForm } from './external-form.tsx';
import { ExternalSecret } from './external-secret.tsx';

/** A form, then the secret, once. */
export function NewExternal() {
  const texts = useExternalOperatorsTexts();
  const navigate = useNavigate();
  const refresh = useRefreshAi();
  const [created, setCreated] = useState<{ publicId: string; secret: string }>();
  const finish = () => {
    setCreated(undefined);
    const params = { publicId: created?.publicId ?? '' };
    if (created) {
      void navigate({ to: '/ai/external-operators/$publicId', params, replace: true, ignoreBlocker: true });
    }
  };
  return (
    <Screen>
      <BackLink to="/ai/external-operators">{texts.title}</BackLink>
      <PageHeading title={texts.newHeading} lead={texts.lead} />
      <ExternalForm
        create={{ label: texts.submit, onCancel: () => void navigate({ to: '/ai/external-operators' }) }}
        send={(body) => api.externalOperators.create({ body })}
        onDone={({ public_id, secret }) => {
          setCreated({ publicId: public_id, secret });
          void refresh();
        }}
      />
      <ExternalSecret secret={created?.secret} onClose={finish} />
    </Screen>
  );
}
