import { useLocale } from '../../../locales/locale.tsx';
import styles from './country.module.css';

const FLAG_A = 0x1f1e6;
const LETTER_A = 'A'.charCodeAt(0);

/** Flag and name, because not every system has flags. */
export function Country({ code }: { code: string }) {
  const { locale } = useLocale();
  const flag = String.fromCodePoint(...[...code].map((letter) => FLAG_A + letter.charCodeAt(0) - LETTER_A));
  const name = new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
  return (
    <span className={styles.country}>
      <span aria-hidden>{flag}</span> {name}
    </span>
  );
}
