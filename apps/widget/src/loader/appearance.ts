import type { LoaderConfig } from '@parley/contract';
import type { Look, Memory } from '../shell.ts';
import { resolveLanguage, watchPageLanguage } from './language.ts';
import type { Launcher } from './launcher.ts';

export type CapsuleTexts = Partial<Pick<Look, 'capsuleTitle' | 'capsuleSubtitle'>>;

/** Look and language of the widget, which follow the screen, the page and the visitor. */
export function createAppearance(config: LoaderConfig, memory: Memory, launcher: Launcher, onChange: () => void) {
  const { skin, capsule_title: capsuleTitle, capsule_subtitle: capsuleSubtitle } = config.look;
  const phone = matchMedia('(max-width: 480px)');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let look: Look = { skin, capsuleTitle, capsuleSubtitle, isPhone: false };
  let language: ReturnType<typeof resolveLanguage>;

  const device = () => (look.isPhone ? config.mobile : config.desktop);

  function refresh() {
    const { scheme } = config.look;
    const isDark = scheme === 'auto' ? dark.matches : scheme === 'dark';
    look = { ...look, isPhone: phone.matches };
    language = resolveLanguage(config, memory);
    Object.assign(launcher.widget.dataset, { skin: look.skin, scheme: isDark ? 'dark' : 'light' });
    launcher.place(device(), look.isPhone);
    launcher.set({ language: language.ui });
    onChange();
  }

  phone.addEventListener('change', refresh);
  dark.addEventListener('change', refresh);
  watchPageLanguage(config, refresh);
  refresh();

  return {
    look: () => look,
    language: () => language.preferred,
    uiLanguage: () => language.ui,
    device,
    setSkin(skin: string, capsule: CapsuleTexts) {
      const { capsuleTitle = look.capsuleTitle, capsuleSubtitle = look.capsuleSubtitle } = capsule;
      look = { ...look, skin, capsuleTitle, capsuleSubtitle };
      refresh();
    },
    chooseLanguage(locale: string) {
      memory.set('language', locale);
      refresh();
    },
  };
}

export type Appearance = ReturnType<typeof createAppearance>;
