import type { LoaderConfig } from '@parley/contract';
import type { Memory } from '../../shell.ts';
import type { ConversationState } from './conversation.ts';

interface Visitor {
  config: LoaderConfig;
  memory: Memory;
  /** Whether an agent is available. */
  online: boolean | null;
  /** The form before the first message is done. */
  isIntroduced: boolean;
}

/** The form that comes before the first message. */
export function formBefore(conversation: ConversationState, { config, memory, online, isIntroduced }: Visitor) {
  if (!isNewVisitor(conversation, memory)) return undefined;
  const { intro_form, offline_form } = config;
  if (offline_form && online === false && !conversation.contact?.email) return 'offline';
  const isKnown = isIntroduced || !intro_form || hasRequiredFields(conversation, intro_form);
  return isKnown ? undefined : 'intro';
}

/** Until the session is open, a returning visitor may have messages and is not asked anything. */
export function isNewVisitor({ phase, older, live, waiting, uploads }: ConversationState, memory: Memory) {
  if (phase !== 'open' && memory.get('token')) return false;
  return !(older.length || live?.messages.length || live?.pending.length || waiting.length || uploads.length);
}

type IntroFormConfig = NonNullable<LoaderConfig['intro_form']>;

function hasRequiredFields({ contact }: ConversationState, form: IntroFormConfig) {
  if (!contact) return false;
  return (['name', 'email', 'phone'] as const).every((name) => form[name] !== 'required' || contact[name]);
}
