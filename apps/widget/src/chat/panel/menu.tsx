import type { Model } from '../model/model.ts';
import { MenuButton, type MenuItem } from '../ui/menu-button.tsx';
import { useTexts } from '../ui/texts.ts';
import { useStore } from '../ui/use-store.ts';

interface MenuProps {
  model: Model;
  onMessengers(): void;
  onTranscript(): void;
}

/** Messengers, sound, transcript and language. */
export function Menu({ model, onMessengers, onTranscript }: MenuProps) {
  const texts = useTexts();
  const { hasSound } = useStore(model.panel);
  const { live, refusal } = useStore(model.conversation);
  const { config } = model;
  const items: (MenuItem | false)[] = [
    config.messengers.length > 0 &&
      !refusal && { icon: 'chats', label: texts.messengers.title, onSelect: onMessengers },
    config.sound && {
      icon: hasSound ? 'mute' : 'bell',
      label: hasSound ? texts.settings.soundOff : texts.settings.soundOn,
      onSelect: () => model.setSound(!hasSound),
    },
    config.transcript &&
      Boolean(live?.chat?.last_seq) && { icon: 'mail', label: texts.transcript.action, onSelect: onTranscript },
    ...otherLanguages(model, texts.locale).map(
      (lang): MenuItem => ({
        icon: 'globe',
        label: languageName(lang),
        lang,
        onSelect: () => model.chooseLanguage(lang),
      }),
    ),
  ];
  const shown = items.filter((item) => item !== false);
  return shown.length ? <MenuButton icon="more" label={texts.menu} items={shown} /> : null;
}

/** Other languages that the owner offers and the interface is translated to. */
function otherLanguages({ config: { look, files, languages } }: Model, current: string) {
  if (!look.show_languages) return [];
  return Object.keys(files.locales).filter((each) => each !== current && languages.supported.includes(each as never));
}

function languageName(locale: string) {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
