import { Stack, TextInput } from '@mantine/core';
import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useMessengerAccountsTexts } from '../../../locales/pages/messenger-accounts.ts';
import { useMessengerGuidesTexts } from '../../../locales/pages/messenger-guides.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { TOKEN } from '../connect/credential-values.ts';
import { Guide } from '../connect/guide.tsx';
import type { Community } from '../model/messenger-queries.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { usePlaceName } from '../model/use-messengers.ts';

interface CommunityFormProps {
  isFocused: boolean;
  onDone: (community: Community) => void;
  /** Only beside communities that are connected already. */
  onCancel?: () => void;
}

/** Connects a community by its token. */
export function CommunityForm({ isFocused, onDone, onCancel }: CommunityFormProps) {
  const texts = useMessengersTexts();
  const own = useMessengerAccountsTexts();
  const { vk } = useMessengerGuidesTexts();
  const { getInputProps, onSubmit, isPending, failure } = useCommunityForm({ isFocused, onDone });
  const plain = { autoComplete: 'off', spellCheck: false, dir: 'ltr' } as const;
  return (
    <>
      <SettingSection heading={texts.steps} lead={texts.stepsLead}>
        <Guide of="vk" />
      </SettingSection>
      <SettingSection heading={texts.form} lead={texts.formLead}>
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="lg">
            <TextInput
              {...getInputProps('community')}
              {...plain}
              label={own.community}
              description={own.communityLead}
              placeholder={own.communityExample}
              maxLength={255}
            />
            <PasswordField {...getInputProps('token')} {...plain} label={vk.token} maxLength={512} />
            <FormActions
              label={onCancel ? own.addCommunity : texts.submit}
              busyLabel={texts.busy}
              isPending={isPending}
              failure={failure}
              onCancel={onCancel}
            />
          </Stack>
        </form>
      </SettingSection>
    </>
  );
}

function useCommunityForm({ isFocused, onDone }: Pick<CommunityFormProps, 'isFocused' | 'onDone'>) {
  const texts = useMessengersTexts();
  const own = useMessengerAccountsTexts();
  const name = usePlaceName()('vk');
  const explain = useExplainMessenger();
  const checkToken = (token: string) => {
    if (!token) return texts.tokenMissing;
    return TOKEN.test(token) ? undefined : texts.tokenWrong;
  };
  return useForm({
    initialValues: { community: '', token: '' },
    ...(isFocused && { autoFocus: 'community' as const }),
    validate: ({ community, token }) => ({
      community: community.trim() ? undefined : own.communityMissing,
      token: checkToken(token.trim()),
    }),
    send: ({ community, token }) =>
      api.messengers.addCommunity({ body: { community: community.trim(), token: token.trim() } }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem)) return undefined;
      if (error.code === 'credential_rejected') return { fields: { token: texts.tokenRejected(name) } };
      if (error.code === 'permission_missing') return { fields: { token: own.permissionMissing } };
      if (error.code === 'already_connected') return { fields: { community: own.alreadyConnected } };
      if (error.errors?.community) return { fields: { community: own.communityWrong } };
      return error.errors?.token ? { fields: { token: texts.tokenWrong } } : { form: explain(error) };
    },
    onSuccess: onDone,
  });
}
