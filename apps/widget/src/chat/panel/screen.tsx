import { useLayoutEffect, useRef } from 'preact/hooks';
import { Composer } from '../composer/composer.tsx';
import { Conversation } from '../messages/message-list.tsx';
import type { TalkState } from '../model/conversation.ts';
import type { Model } from '../model/model.ts';
import { lazily } from '../ui/deferred.tsx';
import { isWithin, leadFocus } from '../ui/focus.ts';
import { NetworkLine } from '../ui/status-line.tsx';
import { useReadable } from '../ui/use-store.ts';

const AwayForm = lazily((more) => more.AwayForm, NetworkLine);
const IntroForm = lazily((more) => more.IntroForm);

/** The conversation with the place to write, or the form that comes before it. */
export function Screen({ model, onOpenPicture }: { model: Model; onOpenPicture(url: string, name: string): void }) {
  const talk = useReadable(model.talk);
  const { isIntroduced } = useReadable(model.panel);
  const online = useSteadyOnline(model, talk);
  const isNew = isNewcomer(talk, model);
  const { intro_form, offline_form } = model.config;
  const isAway = isNew && offline_form && online === false && !talk.contact?.email;
  const isIntro = isNew && intro_form !== null && !isIntroduced && !isKnown(talk, intro_form);
  const wasWithin = isWithin(model);
  // Whoever was in what is gone goes on in what came instead.
  useLayoutEffect(() => {
    if (wasWithin) leadFocus(model);
  }, [isAway, isIntro, !talk.refusal]);
  if (talk.refusal) return <NetworkLine model={model} />;
  if (isAway) return <AwayForm model={model} />;
  return (
    <>
      <Conversation model={model} hasPhrases={isNew && !isIntro} onOpenPicture={onOpenPicture} />
      <NetworkLine model={model} />
      {isIntro ? <IntroForm model={model} form={intro_form} /> : <Composer model={model} />}
    </>
  );
}

/** Whether somebody is there; who comes or goes while the visitor writes takes nothing away from under their hands. */
function useSteadyOnline(model: Model, { live }: TalkState) {
  const { online: told, draft, fields } = useReadable(model.panel);
  const steady = useRef<boolean | null>(null);
  const isBegun = draft || Object.values(fields).some(Boolean);
  if (steady.current === null || !(isBegun || model.root.querySelector('.panel :is(input, textarea):focus')))
    steady.current = live?.online ?? told;
  return steady.current;
}

/** Somebody who was here before may have talked: until that is known they are not asked anything. */
function isNewcomer({ phase, older, live, waiting, uploads }: TalkState, { remember }: Model) {
  if (phase !== 'open' && remember.get('token')) return false;
  return !(older.length || live?.messages.length || live?.pending.length || waiting.length || uploads.length);
}

type Form = NonNullable<Model['config']['intro_form']>;

function isKnown({ contact }: TalkState, form: Form) {
  if (!contact) return false;
  return (['name', 'email', 'phone'] as const).every((name) => form[name] !== 'required' || contact[name]);
}
