import { NumberInput } from '@mantine/core';
import { useLocale } from '../../../locales/locale.tsx';
import { useAiTexts } from '../../../locales/pages/ai.ts';
import { toDollars, toMicro } from '../model/money.ts';
import styles from './budgets.module.css';
import type { EditedSettings, SettingsPartProps } from './edited-settings.ts';

type Budget = Extract<keyof EditedSettings, `budget_${string}`>;

/** By day; an empty field is no limit. */
export function Budgets({ draft, change }: SettingsPartProps) {
  const { settings: texts } = useAiTexts();
  const separator = useLocale().locale === 'ru' ? '\u00a0' : ',';
  const field = (name: Budget, label: string, isMoney = false) => (
    <NumberInput
      label={label}
      placeholder={texts.unlimited}
      thousandSeparator={separator}
      min={0}
      allowNegative={false}
      allowDecimal={isMoney}
      decimalScale={isMoney ? 6 : 0}
      {...(isMoney && { prefix: '$' })}
      hideControls
      value={draft[name] === null ? '' : isMoney ? toDollars(draft[name]) : draft[name]}
      onChange={(value) => {
        const read = value === '' ? null : Number(value);
        change({ [name]: read !== null && isMoney ? toMicro(read) : read });
      }}
    />
  );
  return (
    <div className={styles.budgets}>
      {field('budget_widget_tokens', texts.widgetTokens)}
      {field('budget_visitor_tokens', texts.visitorTokens)}
      {field('budget_widget_usd_micro', texts.widgetCost, true)}
      {field('budget_visitor_usd_micro', texts.visitorCost, true)}
      <p className={styles.hint}>{texts.costHint}</p>
    </div>
  );
}
