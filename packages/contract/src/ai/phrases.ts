import { type Static, Type } from 'typebox';
import { written } from '../messages/messages.ts';
import { route } from '../route/route.ts';
import { bare, nullable } from '../route/schemas.ts';
import { type Locale, locales } from '../widget/locales.ts';
import { byName } from '../widget/setting-kinds.ts';

/** Phrases that the platform sends to visitors. */
export const aiPhraseKeys = ['handoff', 'offline', 'failure', 'takeover'] as const;
export type AiPhraseKey = (typeof aiPhraseKeys)[number];

const Text = written(1_000);
const closed = { additionalProperties: false };

const Overrides = Type.Object(
  byName(aiPhraseKeys, () =>
    Type.Optional(
      Type.Object(
        byName(locales, () => Type.Optional(Text)),
        closed,
      ),
    ),
  ),
  { description: "The widget's own wording, by key, then by language" },
);

const Changes = Type.Object(
  byName(aiPhraseKeys, () =>
    Type.Optional(
      Type.Object(
        byName(locales, () => Type.Optional(nullable(Text))),
        closed,
      ),
    ),
  ),
  { minProperties: 1 },
);
export type AiPhraseChanges = Static<typeof Changes>;

const Phrases = Type.Unsafe<Record<AiPhraseKey, Record<Locale, string>>>(
  Type.Object(
    byName(aiPhraseKeys, () => Type.Object(byName(locales, () => Type.String()))),
    { description: 'What visitors get, by key, then by language. Empty: nothing is sent' },
  ),
);

export const AiPhrases = Type.Object({ phrases: Phrases, overrides: Overrides });

const write = { scope: 'ai:write', rate: 'write', key: 'required', audit: 'ai.phrases_updated' } as const;

export const aiMessages = {
  read: route({
    scope: 'ai:read',
    rate: 'read',
    method: 'GET',
    path: '/v1/ai/messages',
    summary: 'Retrieve the phrases that the platform sends to visitors, by language',
    replies: { 200: bare(AiPhrases) },
  }),
  update: route({
    ...write,
    method: 'PATCH',
    path: '/v1/ai/messages',
    summary: 'Change the wording of phrases. Null restores the built-in one',
    body: Changes,
    replies: { 200: bare(AiPhrases) },
  }),
  replace: route({
    ...write,
    method: 'PUT',
    destructive: true,
    path: '/v1/ai/messages',
    summary: 'Replace the wording of all phrases. What is left out is built in',
    body: Overrides,
    replies: { 200: bare(AiPhrases) },
  }),
};
