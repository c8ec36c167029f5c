import { Anchor, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../data/api.ts';
import { hasRole, sessionQuery, useSession } from '../../data/session.ts';
import { useSecurityTexts } from '../../locales/pages/security.ts';
import { useNotice } from '../../ui/feedback/notice.tsx';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { securityQuery } from './security-queries.ts';

interface Rule {
  two_factor_required: boolean;
  without_two_factor: number;
}

/** Whether the team must have two factors. Only the owner decides, and only with a second factor of their own. */
export function TwoFactorRule({ security }: { security: Rule }) {
  const texts = useSecurityTexts();
  const session = useSession();
  const [isAsking, setAsking] = useState(false);
  const { two_factor_required: isRequired, without_two_factor: count } = security;
  if (!hasRole(session, 'owner')) {
    return (
      <div>
        <Text fw={500}>{isRequired ? texts.required : texts.optional}</Text>
        <Text c="dimmed">{isRequired ? texts.requiredHint : count ? texts.without(count) : texts.everyone}</Text>
      </div>
    );
  }
  const mayRequire = isRequired || session.user.totp_enabled;
  return (
    <Stack gap="xs">
      <Switch
        label={texts.required}
        description={texts.requiredHint}
        checked={isRequired}
        disabled={!mayRequire}
        onChange={() => setAsking(true)}
      />
      <Text c="dimmed">
        {mayRequire ? (
          count ? (
            texts.without(count)
          ) : (
            texts.everyone
          )
        ) : (
          <>
            {texts.ownFirst}{' '}
            <Anchor underline="always" renderRoot={(props) => <Link to="/settings/profile" {...props} />}>
              {texts.openProfile}
            </Anchor>
          </>
        )}
      </Text>
      <AskRule rule={security} isOpen={isAsking} onClose={() => setAsking(false)} />
    </Stack>
  );
}

function AskRule({ rule, isOpen, onClose }: { rule: Rule; isOpen: boolean; onClose: () => void }) {
  const texts = useSecurityTexts();
  const queryClient = useQueryClient();
  const notify = useNotice();
  const { two_factor_required: isRequired, without_two_factor: count } = rule;
  const send = async () => {
    const stored = await api.security.update({ body: { two_factor_required: !isRequired } });
    notify({ kind: 'done', text: isRequired ? texts.switchedOff : texts.switchedOn });
    queryClient.setQueryData(securityQuery.queryKey, stored);
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return (
    <ConfirmDialog
      title={isRequired ? texts.askOff : texts.askOn}
      label={isRequired ? texts.stopRequiring : texts.requireIt}
      isDangerous={isRequired}
      isOpen={isOpen}
      onClose={onClose}
      send={send}
    >
      {isRequired ? texts.askOffLead : texts.askOnLead(count)}
    </ConfirmDialog>
  );
}
