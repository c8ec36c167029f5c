import { Button, Checkbox, Input } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useSession } from '../../../data/session.ts';
import { useTokensTexts } from '../../../locales/pages/tokens.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import {
  type OfferedScope,
  offeredScopes,
  type Preset,
  presets,
  type ScopeGroup,
  scopeGroups,
  sensitiveScopes,
} from './scope-groups.ts';
import styles from './scope-picker.module.css';
import type { Scope } from './token-queries.ts';

interface ScopePickerProps {
  /** Separated by spaces, as the value of a form's field. */
  value?: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** Scopes by group, with what each grants. Shows only what the agent's own role has, and what the token has already. */
export function ScopePicker({ value = '', onChange, error }: ScopePickerProps) {
  const texts = useTokensTexts();
  const chosen = new Set(value.split(' ').filter(Boolean));
  const own = new Set(useSession().scopes);
  const others = [...chosen].filter((scope) => !offeredScopes.includes(scope as Scope));
  const choose = (scopes: Iterable<string>) => onChange([...scopes].join(' '));
  const toggle = (scope: string) => choose(chosen.symmetricDifference(new Set([scope])));
  const groups = (Object.keys(scopeGroups) as ScopeGroup[])
    .map((group) => ({ group, scopes: scopeGroups[group].filter((scope) => own.has(scope) || chosen.has(scope)) }))
    .filter(({ scopes }) => scopes.length > 0);
  return (
    <Input.Wrapper label={texts.scopes} labelElement="div" description={texts.scopesLead} error={error}>
      <Presets onChoose={(preset) => choose(presets[preset].filter((scope) => own.has(scope)))} />
      {groups.map(({ group, scopes }) => (
        <fieldset key={group} className={styles.group}>
          <legend className={styles.legend}>{texts.groups[group]}</legend>
          <div className={styles.choices}>
            {scopes.map((scope) => (
              <ScopeChoice
                key={scope}
                scope={scope}
                grants={texts.grants[scope as OfferedScope]}
                isChosen={chosen.has(scope)}
                onToggle={() => toggle(scope)}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {others.length > 0 && (
        <fieldset className={styles.group}>
          <legend className={styles.legend}>{texts.otherScopes}</legend>
          <div className={styles.choices}>
            {others.map((scope) => (
              <ScopeChoice
                key={scope}
                scope={scope}
                grants={texts.otherScope}
                isChosen
                onToggle={() => toggle(scope)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </Input.Wrapper>
  );
}

function Presets({ onChoose }: { onChoose: (preset: Preset) => void }) {
  const texts = useTokensTexts();
  return (
    <fieldset className={styles.presets}>
      <legend className={styles.presetsName}>{texts.presets}</legend>
      {(Object.keys(presets) as Preset[]).map((preset) => (
        <Button key={preset} variant="default" size="compact-sm" onClick={() => onChoose(preset)}>
          {texts.presetNames[preset]}
        </Button>
      ))}
    </fieldset>
  );
}

interface ScopeChoiceProps {
  scope: string;
  grants: string;
  isChosen: boolean;
  onToggle: () => void;
}

function ScopeChoice({ scope, grants, isChosen, onToggle }: ScopeChoiceProps) {
  const texts = useTokensTexts();
  const isSensitive = sensitiveScopes.includes(scope as Scope);
  return (
    <Checkbox
      checked={isChosen}
      onChange={onToggle}
      classNames={{ root: styles.choice ?? '', description: styles.description ?? '' }}
      label={
        <span className={styles.scope}>
          <code className={styles.name}>{scope}</code>
          {isSensitive && (
            <StatusBadge tone="waiting" icon={IconAlertTriangle}>
              {texts.sensitive}
            </StatusBadge>
          )}
        </span>
      }
      description={grants}
    />
  );
}
