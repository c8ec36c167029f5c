import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { useSession } from '../../../data/session.ts';
import { useWidgetTexts } from '../../../locales/pages/widget.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ConfirmPassword } from '../../../ui/form/confirm-password.tsx';
import { SecretDialog } from '../../../ui/form/secret-dialog.tsx';
import { Dialog } from '../../../ui/layout/dialog.tsx';
import { Toggle } from '../fields/fields.tsx';
import { Group } from '../fields/group.tsx';
import { accessQuery } from '../model/queries.ts';

export function Privacy() {
  const texts = useWidgetTexts();
  return (
    <>
      <Group heading={texts.groups.tracking}>
        <Toggle name="visitor_tracking" />
        <Toggle name="widget_api_contact_sync" />
      </Group>
      <Group heading={texts.groups.identity} lead={texts.identityLead}>
        <IdentityKey />
      </Group>
    </>
  );
}

/** The key is shown once, right after it was created. */
function IdentityKey() {
  const { identity: texts } = useWidgetTexts();
  const { user } = useSession();
  const queryClient = useQueryClient();
  const access = useQuery(accessQuery);
  const [isAsking, setAsking] = useState(false);
  const [key, setKey] = useState<string>();
  return (
    <Loaded query={access} failure={texts.failure}>
      {({ has_identity_key }) => {
        const action = has_identity_key ? texts.rotate : texts.create;
        return (
          <Stack gap="sm" align="flex-start">
            <Text>{has_identity_key ? texts.exists : texts.none}</Text>
            <Button variant="default" onClick={() => setAsking(true)}>
              {action}
            </Button>
            <Dialog title={action} isOpen={isAsking} onClose={() => setAsking(false)}>
              <Text mb="md">{has_identity_key ? texts.rotateLead : texts.createLead}</Text>
              <ConfirmPassword
                email={user.email}
                submit={action}
                send={(password) => api.identityKey.renew({ body: { password } })}
                onDone={({ identity_key }) => {
                  setKey(identity_key);
                  setAsking(false);
                  void queryClient.invalidateQueries({ queryKey: accessQuery.queryKey });
                }}
                onCancel={() => setAsking(false)}
              />
            </Dialog>
            <SecretDialog
              title={texts.created}
              lead={texts.once}
              label={texts.copy}
              done={texts.done}
              secret={key}
              onClose={() => setKey(undefined)}
            />
          </Stack>
        );
      }}
    </Loaded>
  );
}
