import { useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../messages/message-list.tsx';
import type { ConversationState } from '../model/conversation.ts';
import type { Model } from '../model/model.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel, hasFocusWithin } from '../ui/focus.ts';
import { StatusLine } from '../ui/status-line.tsx';
import { useStore } from '../ui/use-store.ts';

const OfflineForm = deferred((parts) => parts.OfflineForm, StatusLine);
const IntroForm = deferred((parts) => parts.IntroForm);
const MessengerStrip = deferred((parts) => parts.MessengerStrip);

interface ScreenProps {
  model: Model;
  onOpenPicture(url: string, name: string): void;
  onMessengers(): void;
}

/** The messages with the composer, or the form that comes before them. */
export function Screen({ model, onOpenPicture, onMessengers }: ScreenProps) {
  const conversation = useStore(model.conversation);
  const { isIntroduced } = useStore(model.panel);
  const online = useSteadyOnline(model, conversation);
  const isNew = isNewVisitor(conversation, model);
  const { intro_form, offline_form } = model.config;
  const isOffline = isNew && offline_form && online === false && !conversation.contact?.email;
  const isIntro = isNew && intro_form !== null && !isIntroduced && !hasRequiredFields(conversation, intro_form);
  const hadFocus = hasFocusWithin(model);
  // Moves the focus from a form that is gone to what replaced it.
  useLayoutEffect(() => {
    if (hadFocus) focusPanel(model);
  }, [isOffline, isIntro, !conversation.refusal]);
  if (conversation.refusal) return <StatusLine model={model} />;
  const strip = isNew && (isOffline || !isIntro) && model.config.messengers.length > 0 && (
    <MessengerStrip model={model} onMore={onMessengers} />
  );
  if (isOffline)
    return (
      <>
        <OfflineForm model={model} />
        {strip}
      </>
    );
  return (
    <>
      <MessageList model={model} hasPhrases={isNew && !isIntro} onOpenPicture={onOpenPicture} />
      {strip}
      <StatusLine model={model} />
      {isIntro ? <IntroForm model={model} form={intro_form} /> : <Composer model={model} />}
    </>
  );
}

/** Availability of agents, frozen while the visitor is writing so that no form replaces what they write in. */
function useSteadyOnline(model: Model, { live }: ConversationState) {
  const { online: loaderOnline, draft, fields } = useStore(model.panel);
  const steady = useRef<boolean | null>(null);
  const hasInput = draft || Object.values(fields).some(Boolean);
  if (steady.current === null || !(hasInput || model.root.querySelector('.panel :is(input, textarea):focus')))
    steady.current = live?.online ?? loaderOnline;
  return steady.current;
}

/** Until the session is open, a returning visitor may have messages and is not asked anything. */
function isNewVisitor({ phase, older, live, waiting, uploads }: ConversationState, { memory }: Model) {
  if (phase !== 'open' && memory.get('token')) return false;
  return !(older.length || live?.messages.length || live?.pending.length || waiting.length || uploads.length);
}

type IntroFormConfig = NonNullable<Model['config']['intro_form']>;

function hasRequiredFields({ contact }: ConversationState, form: IntroFormConfig) {
  if (!contact) return false;
  return (['name', 'email', 'phone'] as const).every((name) => form[name] !== 'required' || contact[name]);
}
