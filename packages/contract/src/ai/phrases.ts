import { type Static, Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, doc, nullable } from '../route/schemas.ts';
import { type Locale, locales } from '../widget/locales.ts';
import { byName } from '../widget/setting-kinds.ts';

/** Phrases that the platform sends to visitors. */
export const aiPhraseKeys = ['handoff', 'offline', 'failure', 'takeover'] as const;
export type AiPhraseKey = (typeof aiPhraseKeys)[number];

/** When each is sent. */
const sentWhen: Record<AiPhraseKey, string> = {
  handoff: 'Sent when the AI hands a chat to people.',
  offline: 'Sent instead when nobody is at work.',
  failure: 'Sent when the AI failed or its budget is spent.',
  takeover: 'Sent before the reply of the AI when it takes over from a person.',
};

const Text = doc('The phrase in this language.', written(1_000));
const SentText = doc('The phrase in this language.', Type.String());
const closed = { additionalProperties: false };

const Overrides = Type.Object(
  byName(aiPhraseKeys, (key) =>
    doc(
      sentWhen[key],
      Type.Optional(
        Type.Object(
          byName(locales, () => Type.Optional(Text)),
          closed,
        ),
      ),
    ),
  ),
);

const Changes = Type.Object(
  byName(aiPhraseKeys, (key) =>
    doc(
      sentWhen[key],
      Type.Optional(
        Type.Object(
          byName(locales, () => Type.Optional(nullable(Text))),
          closed,
        ),
      ),
    ),
  ),
  { minProperties: 1 },
);
export type AiPhraseChanges = Static<typeof Changes>;

const Phrases = Type.Unsafe<Record<AiPhraseKey, Record<Locale, string>>>(
  Type.Object(byName(aiPhraseKeys, (key) => doc(sentWhen[key], Type.Object(byName(locales, () => SentText))))),
);

export const AiPhrases = Type.Object({
  phrases: doc('What visitors get, by key, then by language. Empty: nothing is sent.', Phrases),
  overrides: doc("The widget's own wording, by key, then by language.", Overrides),
});

const write = { scope: 'ai:write', rate: 'write', key: 'required', audit: 'ai.phrases_updated' } as const;

export const aiMessages = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/messages',
    summary: 'Retrieve the phrases that the platform sends to visitors, by language',
    description: '`phrases` has what is sent in all 25 languages; `overrides` has only what this widget worded itself.',
    replies: { 200: bare(AiPhrases) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/ai/messages',
    summary: 'Change the wording of phrases. Null restores the built-in one',
    description:
      'Only the keys and languages in the request change. A visitor gets the phrase in their language, or in the fallback language of the widget.',
    body: Changes,
    replies: { 200: bare(AiPhrases) },
  }),
  replace: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/ai/messages',
    summary: 'Replace the wording of all phrases. What is left out is built in',
    description: 'What is not in the request is reset to the built-in wording. Use PATCH to change single phrases.',
    body: Overrides,
    replies: { 200: bare(AiPhrases) },
  }),
};
