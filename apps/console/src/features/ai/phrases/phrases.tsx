import { Button, Textarea } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../data/api.ts';
import { LanguageChoice } from '../../../entities/widget/language-choice.tsx';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiPhrasesTexts } from '../../../locales/pages/ai-phrases.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { PageHeading } from '../../../ui/layout/page-heading.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import styles from './phrases.module.css';

const KEYS = ['handoff', 'offline', 'failure', 'takeover'] as const;
type Key = (typeof KEYS)[number];
type Phrases = Awaited<ReturnType<typeof api.aiMessages.read>>;
type Changes = Parameters<typeof api.aiMessages.update>[0]['body'];
/** Own wordings by language; those without one are left out. */
type Wordings = Record<Key, Record<string, string>>;

const phrasesQuery = queryOptions({ queryKey: ['ai', 'phrases'], queryFn: () => api.aiMessages.read() });

export function Phrases() {
  const texts = useAiPhrasesTexts();
  return (
    <Screen>
      <PageHeading title={texts.title} lead={texts.lead} />
      <Loaded query={useQuery(phrasesQuery)} failure={texts.failed}>
        {(phrases) => <PhrasesForm phrases={phrases} />}
      </Loaded>
    </Screen>
  );
}

function PhrasesForm({ phrases }: { phrases: Phrases }) {
  const texts = useAiPhrasesTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const [language, setLanguage] = useState<string>(useLocale().locale);
  const saved: Wordings = {
    handoff: phrases.overrides.handoff ?? {},
    offline: phrases.overrides.offline ?? {},
    failure: phrases.overrides.failure ?? {},
    takeover: phrases.overrides.takeover ?? {},
  };
  const state = useDraft({
    saved,
    send: (changes) => api.aiMessages.update({ body: toBody(saved, changes) }),
    onSaved: (changed) => {
      queryClient.setQueryData(phrasesQuery.queryKey, changed);
      notify({ kind: 'done', text: texts.saved });
    },
  });
  const { draft, change } = state;
  const write = (key: Key, text: string) => {
    const { [language]: _, ...others } = draft[key];
    change({ [key]: text ? { ...others, [language]: text } : others });
  };
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate>
      <div className={styles.language}>
        <LanguageChoice
          value={language}
          onChange={(code) => code && setLanguage(code)}
          filled={[...new Set(KEYS.flatMap((key) => Object.keys(draft[key])))]}
          hasDefault={false}
        />
      </div>
      <div className={styles.phrases}>
        {KEYS.map((key) => (
          <Phrase
            key={key}
            name={key}
            own={draft[key][language] ?? ''}
            // Known only where no other wording is saved.
            builtIn={saved[key][language] ? undefined : phrases.phrases[key][language as 'en']}
            onChange={(text) => write(key, text)}
          />
        ))}
      </div>
      <SaveBar draft={state} />
    </form>
  );
}

interface PhraseProps {
  name: Key;
  own: string;
  builtIn: string | undefined;
  onChange: (text: string) => void;
}

function Phrase({ name, own, builtIn, onChange }: PhraseProps) {
  const texts = useAiPhrasesTexts();
  const { name: title, when } = texts.keys[name];
  return (
    <div className={styles.phrase}>
      <Textarea
        label={title}
        description={when}
        placeholder={builtIn ?? texts.builtIn}
        maxLength={1_000}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        value={own}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className={styles.foot}>
        <span>{own ? texts.own : builtIn === '' ? texts.nothingSent : texts.builtIn}</span>
        {own && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={texts.resetOf(title)}
            onClick={() => onChange('')}
          >
            {texts.reset}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Each language that differs; null restores the built-in wording. */
function toBody(saved: Wordings, changes: Partial<Wordings>): Changes {
  const entries = (Object.keys(changes) as Key[]).map((key) => {
    const [before, after] = [saved[key], changes[key] ?? {}];
    const languages = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    const changed = languages.filter((language) => before[language] !== after[language]);
    return [key, Object.fromEntries(changed.map((language) => [language, after[language] ?? null]))];
  });
  return Object.fromEntries(entries);
}
