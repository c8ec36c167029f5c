import { ParleyProblem } from '@parley/sdk';
import type { api } from '../../../data/api.ts';
import { useAiCredentialsTexts } from '../../../locales/pages/ai-credentials.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { isAddress } from '../../../ui/form/is-address.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import type { Credential } from '../model/ai-queries.ts';

type NewCredential = Parameters<typeof api.aiCredentials.create>[0]['body'];
export type Provider = Credential['provider'];

export const providers: Provider[] = ['openai', 'anthropic', 'google', 'generic_compatible', 'webhook'];
export const needsAddress = (provider: string) => provider === 'generic_compatible' || provider === 'webhook';
export const makesEmbeddings = (provider: string) => provider !== 'anthropic' && provider !== 'webhook';

const KEY = /^[\x21-\x7e]+$/;

interface CredentialFormOptions<Result> {
  credential?: Credential;
  /** It is chosen afterwards. */
  isModelLater?: boolean;
  /** The key is left out if it stays. */
  send: (fields: Omit<NewCredential, 'api_key'> & { api_key: string }) => Promise<Result>;
  onDone: (result: Result) => void;
}

const valuesOf = (credential: Credential | undefined) => ({
  provider: credential?.provider ?? ('openai' as string),
  base_url: credential?.base_url ?? '',
  api_key: '',
  signing_secret: '',
  model: credential?.model ?? '',
  embedding_model: credential?.embedding_model ?? '',
  scope: scopeOf(credential),
  backup: credential?.backup_credential_id ? String(credential.backup_credential_id) : '',
  price_input: credential?.price_input == null ? '' : String(credential.price_input),
  price_output: credential?.price_output == null ? '' : String(credential.price_output),
});

type Values = ReturnType<typeof valuesOf>;

/** As a select shows it: `widget`, `assistant 3` or `operator 5`. */
function scopeOf(credential: Credential | undefined) {
  if (credential?.assistant_id) return `assistant ${credential.assistant_id}`;
  return credential?.operator_id ? `operator ${credential.operator_id}` : 'widget';
}

const readPrice = (text: string) => (text.trim() ? Number(text.trim().replace(',', '.')) : null);

function toBody(values: Values, isNew: boolean) {
  const { provider, scope, backup } = values;
  const [kind, id] = scope.split(' ');
  const embedding = values.embedding_model.trim();
  return {
    provider: provider as Provider,
    api_key: values.api_key.trim(),
    ...(needsAddress(provider) && { base_url: values.base_url.trim() }),
    ...(values.signing_secret && { signing_secret: values.signing_secret }),
    model: values.model.trim() || null,
    // Left out of a new one, it is that of the provider.
    ...(makesEmbeddings(provider) && (embedding || !isNew) && { embedding_model: embedding || null }),
    assistant_id: kind === 'assistant' ? Number(id) : null,
    operator_id: kind === 'operator' ? Number(id) : null,
    backup_credential_id: backup ? Number(backup) : null,
    price_input: readPrice(values.price_input),
    price_output: readPrice(values.price_output),
  };
}

/** The fields of a credential. Its key and secret are entered, never shown. */
export function useCredentialForm<Result>(options: CredentialFormOptions<Result>) {
  const { credential, isModelLater = false, send, onDone } = options;
  const texts = useAiCredentialsTexts();
  const { urlMissing, urlRefused, limitReached } = useAiMenuTexts();
  const isNew = !credential;
  const isPrice = (text: string) => !text.trim() || (readPrice(text) ?? -1) >= 0;
  const checkSecret = ({ provider, signing_secret: secret }: Values) => {
    if (provider !== 'webhook' || (!secret && credential?.has_signing_secret)) return undefined;
    return secret.length >= 16 && secret.length <= 255 ? undefined : texts.secretWrong;
  };
  const checkKey = ({ api_key }: Values) => {
    const key = api_key.trim();
    if (!key) return credential?.has_api_key ? undefined : texts.keyMissing;
    return KEY.test(key) ? undefined : texts.keyWrong;
  };
  const form = useForm({
    initialValues: valuesOf(credential),
    ...(isNew && { autoFocus: 'api_key' as const }),
    validate: (values) => ({
      api_key: checkKey(values),
      base_url: needsAddress(values.provider) && !isAddress(values.base_url) ? urlMissing : undefined,
      signing_secret: checkSecret(values),
      model: isModelLater || values.model.trim() || values.provider === 'webhook' ? undefined : texts.modelMissing,
      price_input: isPrice(values.price_input) ? undefined : texts.priceWrong,
      price_output: isPrice(values.price_output) ? undefined : texts.priceWrong,
    }),
    send: (values) => send(toBody(values, isNew)),
    toErrors: (error) => {
      if (!(error instanceof ParleyProblem)) return undefined;
      if (error.code === 'limit_reached') return { form: limitReached };
      if (error.errors?.base_url) return { fields: { base_url: urlRefused } };
      if (error.errors?.backup_credential_id) return { fields: { backup: texts.backupWrong } };
      return error.errors?.api_key ? { fields: { api_key: texts.keyWrong } } : undefined;
    },
    onSuccess: onDone,
  });
  return { ...form, credential };
}

export type CredentialForm = ReturnType<typeof useCredentialForm>;
