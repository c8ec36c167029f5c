import { useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from '../composer/composer.tsx';
import { Conversation } from '../messages/message-list.tsx';
import type { ConversationState } from '../model/conversation.ts';
import type { Model } from '../model/model.ts';
import { deferred } from '../ui/deferred.tsx';
import { focusPanel, hasFocusWithin } from '../ui/focus.ts';
import { StatusLine } from '../ui/status-line.tsx';
import { useStore } from '../ui/use-store.ts';

const OfflineForm = deferred((more) => more.OfflineForm, StatusLine);
const IntroForm = deferred((more) => more.IntroForm);

/** The conversation with the place to write, or the form that comes before it. */
export function Screen({ model, onOpenPicture }: { model: Model; onOpenPicture(url: string, name: string): void }) {
  const talk = useStore(model.conversation);
  const { isIntroduced } = useStore(model.panel);
  const online = useSteadyOnline(model, talk);
  const isNew = isNewcomer(talk, model);
  const { intro_form, offline_form } = model.config;
  const isAway = isNew && offline_form && online === false && !talk.contact?.email;
  const isIntro = isNew && intro_form !== null && !isIntroduced && !isKnown(talk, intro_form);
  const wasWithin = hasFocusWithin(model);
  // Whoever was in what is gone goes on in what came instead.
  useLayoutEffect(() => {
    if (wasWithin) focusPanel(model);
  }, [isAway, isIntro, !talk.refusal]);
  if (talk.refusal) return <StatusLine model={model} />;
  if (isAway) return <OfflineForm model={model} />;
  return (
    <>
      <Conversation model={model} hasPhrases={isNew && !isIntro} onOpenPicture={onOpenPicture} />
      <StatusLine model={model} />
      {isIntro ? <IntroForm model={model} form={intro_form} /> : <Composer model={model} />}
    </>
  );
}

/** Whether somebody is there; who comes or goes while the visitor writes takes nothing away from under their hands. */
function useSteadyOnline(model: Model, { live }: ConversationState) {
  const { online: told, draft, fields } = useStore(model.panel);
  const steady = useRef<boolean | null>(null);
  const isBegun = draft || Object.values(fields).some(Boolean);
  if (steady.current === null || !(isBegun || model.root.querySelector('.panel :is(input, textarea):focus')))
    steady.current = live?.online ?? told;
  return steady.current;
}

/** Somebody who was here before may have talked: until that is known they are not asked anything. */
function isNewcomer({ phase, older, live, waiting, uploads }: ConversationState, { memory }: Model) {
  if (phase !== 'open' && memory.get('token')) return false;
  return !(older.length || live?.messages.length || live?.pending.length || waiting.length || uploads.length);
}

type Form = NonNullable<Model['config']['intro_form']>;

function isKnown({ contact }: ConversationState, form: Form) {
  if (!contact) return false;
  return (['name', 'email', 'phone'] as const).every((name) => form[name] !== 'required' || contact[name]);
}
