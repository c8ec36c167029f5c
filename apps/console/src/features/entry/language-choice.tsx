import { UnstyledButton } from '@mantine/core';
import { locales, useLocale } from '../../locales/locale.tsx';
import styles from './language-choice.module.css';

export function LanguageChoice() {
  const { locale, texts, choose } = useLocale();
  return (
    <fieldset className={styles.choice} aria-label={texts.language}>
      {locales.map((each) => (
        <UnstyledButton
          key={each.locale}
          lang={each.locale}
          className={styles.language}
          aria-pressed={each.locale === locale}
          onClick={() => void choose(each.locale)}
        >
          {each.name}
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
