import { NumberInput, Radio, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../data/api.ts';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { useAiMenuTexts } from '../../../locales/pages/ai-menu.ts';
import { useNotice } from '../../../ui/feedback/notice.tsx';
import { SaveBar } from '../../../ui/form/save-bar.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import { SettingSection } from '../../../ui/layout/setting-section.tsx';
import { numberFormat } from '../../../ui/time/formats.ts';
import { type AiSettings, settingsQuery } from '../model/ai-queries.ts';
import { Budgets } from './budgets.tsx';
import { EDITED, type EditedSettings, type SettingsPartProps } from './edited-settings.ts';

const [SHORTEST, LONGEST] = [10, 86_400];
const USUAL_TAKEOVER = 120;

/** How and when the AI answers, and what it may spend. */
export function SettingsForm({ settings }: { settings: AiSettings }) {
  const { settings: texts } = useAiTexts();
  const { saved } = useAiMenuTexts();
  const notify = useNotice();
  const queryClient = useQueryClient();
  const state = useDraft({
    saved: Object.fromEntries(EDITED.map((name) => [name, settings[name]])) as EditedSettings,
    validate: ({ takeover_timeout_sec: wait }) => ({
      takeover_timeout_sec: wait && (wait < SHORTEST || wait > LONGEST) ? texts.takeoverWrong : undefined,
    }),
    send: (body) => api.aiSettings.update({ body }),
    onSaved: (changed) => {
      queryClient.setQueryData(settingsQuery.queryKey, changed);
      notify({ kind: 'done', text: saved });
    },
  });
  const { draft, change, errors } = state;
  return (
    <form ref={state.form} onSubmit={state.submit} noValidate>
      <Replies draft={draft} change={change} />
      <Takeover draft={draft} change={change} error={errors.takeover_timeout_sec} />
      <SettingSection heading={texts.context} lead={texts.contextLead}>
        <Stack gap="md">
          <Switch
            label={texts.presence}
            description={texts.presenceLead}
            checked={draft.presence_context_enabled}
            onChange={({ currentTarget }) => change({ presence_context_enabled: currentTarget.checked })}
          />
          <Switch
            label={texts.knowledge}
            description={texts.knowledgeLead}
            checked={draft.rag_enabled}
            onChange={({ currentTarget }) => change({ rag_enabled: currentTarget.checked })}
          />
        </Stack>
      </SettingSection>
      <SettingSection heading={texts.offline} lead={texts.offlineLead}>
        <Radio.Group
          aria-label={texts.offline}
          value={draft.offline_outcome_mode}
          onChange={(mode) => change({ offline_outcome_mode: mode as AiSettings['offline_outcome_mode'] })}
        >
          <Stack gap="sm">
            <Radio value="always" label={texts.always} description={texts.alwaysLead} />
            <Radio value="suppress_after_safe_reply" label={texts.suppress} description={texts.suppressLead} />
          </Stack>
        </Radio.Group>
      </SettingSection>
      <SettingSection heading={texts.budgets} lead={texts.budgetsLead}>
        <Budgets draft={draft} change={change} />
      </SettingSection>
      <SaveBar draft={state} />
    </form>
  );
}

function Replies({ draft, change }: SettingsPartProps) {
  const { settings: texts, setup } = useAiTexts();
  return (
    <SettingSection heading={texts.mode} lead={texts.modeLead}>
      <Radio.Group
        aria-label={texts.mode}
        value={draft.shadow_mode ? 'draft' : 'answer'}
        onChange={(mode) => change({ shadow_mode: mode === 'draft' })}
      >
        <Stack gap="sm">
          <Radio value="answer" label={setup.answer} description={setup.answerLead} />
          <Radio value="draft" label={setup.draft} description={setup.draftLead} />
        </Stack>
      </Radio.Group>
    </SettingSection>
  );
}

function Takeover({ draft, change, error }: SettingsPartProps & { error: string | undefined }) {
  const { settings: texts } = useAiTexts();
  const { locale } = useLocale();
  const wait = draft.takeover_timeout_sec;
  const inMinutes = numberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(
    Math.round((wait / 60) * 10) / 10,
  );
  return (
    <SettingSection heading={texts.takeover} lead={texts.takeoverLead}>
      <Stack gap="md">
        <Switch
          label={texts.takeoverSwitch}
          checked={wait > 0}
          onChange={({ currentTarget }) => change({ takeover_timeout_sec: currentTarget.checked ? USUAL_TAKEOVER : 0 })}
        />
        {wait > 0 && (
          <NumberInput
            label={texts.takeoverAfter}
            description={wait >= 60 ? texts.takeoverHint(inMinutes) : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            suffix={texts.takeoverUnit}
            min={SHORTEST}
            max={LONGEST}
            clampBehavior="none"
            allowDecimal={false}
            allowNegative={false}
            value={wait}
            error={error}
            // An emptied field stays on, and is refused.
            onChange={(value) => change({ takeover_timeout_sec: Number(value) || 1 })}
            maw={200}
          />
        )}
      </Stack>
    </SettingSection>
  );
}
