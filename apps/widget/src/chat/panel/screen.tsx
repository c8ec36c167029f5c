import { useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from '../composer/composer.tsx';
import { MessageList } from '../messages/message-list.tsx';
import type { ConversationState } from '../model/conversation.ts';
import { formBefore, isNewVisitor } from '../model/form-before.ts';
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
  const { config, memory } = model;
  const isNew = isNewVisitor(conversation, memory);
  const form = formBefore(conversation, { config, memory, online, isIntroduced });
  const hadFocus = hasFocusWithin(model);
  // Moves the focus from a form that is gone to what replaced it.
  useLayoutEffect(() => {
    if (hadFocus) focusPanel(model);
  }, [form, !conversation.refusal]);
  if (conversation.refusal) return <StatusLine model={model} />;
  const strip = isNew && form !== 'intro' && config.messengers.length > 0 && (
    <MessengerStrip model={model} onMore={onMessengers} />
  );
  if (form === 'offline')
    return (
      <>
        <OfflineForm model={model} />
        {strip}
      </>
    );
  return (
    <>
      <MessageList model={model} hasPhrases={isNew && !form} onOpenPicture={onOpenPicture} />
      {strip}
      <StatusLine model={model} />
      {form && config.intro_form ? <IntroForm model={model} form={config.intro_form} /> : <Composer model={model} />}
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
