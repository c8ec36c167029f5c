import { ParleyProblem } from '@parley/sdk';
import { api } from '../../../data/api.ts';
import { useMessengersTexts } from '../../../locales/pages/messengers.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { Messenger } from '../model/messenger-queries.ts';
import type { TokenProvider } from '../model/providers.ts';
import { useExplainMessenger } from '../model/use-explain-messenger.ts';
import { usePlaceName } from '../model/use-messengers.ts';
import {
  type CredentialValues,
  hasNumber,
  initialValues,
  isLink,
  isSid,
  sidKindOf,
  TOKEN,
  toCredential,
} from './credential-values.ts';

interface CredentialFormOptions {
  provider: TokenProvider;
  messenger: Messenger;
  isFocused: boolean;
  onDone: (messenger: Messenger) => void;
}

/** The fields of a credential, checked as the server does. What is entered is never shown again. */
export function useCredentialForm({ provider, messenger, isFocused, onDone }: CredentialFormOptions) {
  const texts = useMessengersTexts();
  const name = usePlaceName()(provider);
  const explain = useExplainMessenger();
  const check = useChecks(provider);
  return useForm({
    initialValues: initialValues(messenger),
    ...(isFocused && { autoFocus: 'token' as const }),
    validate: check,
    send: (values) => api.messengers.connect({ params: { provider }, body: toCredential(provider, values) }),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem)) return undefined;
      if (error.code === 'credential_rejected') return { fields: { token: texts.tokenRejected(name) } };
      const { token, sid, url, app_secret } = error.errors ?? {};
      if (!token && !sid && !url && !app_secret) return { form: explain(error) };
      const fields = {
        token: token && texts.tokenWrong,
        sid: sid && texts.sidWrong[sidKindOf(provider, { way: 'meta' }) ?? 'meta'],
        secret: app_secret && texts.tokenWrong,
        url: url && (provider === 'apple' ? texts.gatewayRefused : texts.linkWrong),
      };
      return { fields };
    },
    onSuccess: onDone,
  });
}

function useChecks(provider: TokenProvider) {
  const texts = useMessengersTexts();
  const checkToken = (token: string) => {
    if (!token) return texts.tokenMissing;
    return TOKEN.test(token) ? undefined : texts.tokenWrong;
  };
  const checkSid = (values: CredentialValues) => {
    const kind = sidKindOf(provider, values);
    if (!kind) return undefined;
    const sid = values.sid.trim();
    if (!sid) return texts.sidMissing[kind];
    return isSid(kind, sid) ? undefined : texts.sidWrong[kind];
  };
  const checkUrl = (values: CredentialValues) => {
    const url = values.url.trim();
    const isRented = provider === 'wa' && values.way === 'twilio';
    if (!url) return isRented || provider === 'apple' ? texts.linkMissing : undefined;
    if (!isLink(provider, url)) return texts.linkWrong;
    return isRented && !hasNumber(url) ? texts.linkNoNumber : undefined;
  };
  return (values: CredentialValues) => {
    const secret = values.secret.trim();
    return {
      token: checkToken(values.token.trim()),
      sid: checkSid(values),
      secret: !secret || TOKEN.test(secret) ? undefined : texts.tokenWrong,
      url: checkUrl(values),
    };
  };
}

export type CredentialForm = ReturnType<typeof useCredentialForm>;
