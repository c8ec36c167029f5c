import type { LoaderConfig } from '@parley/contract';
import type { Look, Memory } from '../shell.ts';
import { followLanguage, resolveLanguage } from './language.ts';
import type { Launcher } from './launcher.ts';

interface Plan {
  config: LoaderConfig;
  memory: Memory;
  launcher: Launcher;
  /** After any of it may be another. */
  onChange(): void;
}

export type Capsule = Partial<Pick<Look, 'capsuleTitle' | 'capsuleSubtitle'>>;

/** How the widget looks and which language it speaks: here, on this screen, now. */
export function createAppearance({ config, memory, launcher, onChange }: Plan) {
  const { skin, scheme, capsule_title: capsuleTitle, capsule_subtitle: capsuleSubtitle } = config.look;
  const phone = matchMedia('(max-width: 480px)');
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let look: Look = { skin, capsuleTitle, capsuleSubtitle, isPhone: phone.matches };
  let language = resolveLanguage(config, memory);

  const device = () => (look.isPhone ? config.mobile : config.desktop);

  function draw() {
    const isDark = scheme === 'auto' ? dark.matches : scheme === 'dark';
    Object.assign(launcher.widget.dataset, { skin: look.skin, scheme: isDark ? 'dark' : 'light' });
    launcher.place(device(), look.isPhone);
    launcher.set({ language: language.spoken });
  }

  function refresh() {
    look = { ...look, isPhone: phone.matches };
    language = resolveLanguage(config, memory);
    draw();
    onChange();
  }

  phone.addEventListener('change', refresh);
  dark.addEventListener('change', refresh);
  followLanguage(config, refresh);
  draw();

  return {
    look: () => look,
    language: () => language,
    device,
    setSkin(skin: string, capsule: Capsule) {
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
