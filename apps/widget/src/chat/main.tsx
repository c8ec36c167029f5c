import { render } from 'preact';
import type { Texts } from '../locales/en.ts';
import type { Chat, Handover, Shell } from '../shell.ts';
import { createModel } from './model/model.ts';
import { createCalls } from './model/server-api.ts';
import { App } from './panel/app.tsx';
import { styles } from './styles.ts';
import { adopt, placeSheets } from './ui/stylesheets.ts';

// The loader put it into this frame before it loaded this file.
const { shell: given, ready, failed } = (window as unknown as { parley: Handover }).parley;
// Arrays of the page have what its libraries made of arrays; those of a copy that is made here do not.
const shell: Shell = Object.create(given, { config: { value: structuredClone(given.config) } });
begin(shell).catch(failed);

async function begin({ root, config }: Shell) {
  const model = createModel({ shell, calls: createCalls(shell), loadTexts });
  await model.start();
  const place = document.createElement('div');
  place.className = 'place-of-chat';
  placeSheets(shell);
  adopt(styles);
  // Only the chat has a use for them: the loader stays as small without.
  place.style.setProperty('--accent-on-light', config.look.accent_on_light);
  place.style.setProperty('--accent-on-dark', config.look.accent_on_dark);
  root.querySelector('.widget')?.prepend(place);
  render(<App model={model} />, place);
  const chat: Chat = {
    show: model.show,
    wake: model.wake,
    setContactInfo: model.setContactInfo,
    setCustomData: model.setCustomData,
    send: model.send,
    invite: model.invite,
    identify: model.identify,
    reset: model.reset,
  };
  ready(chat);

  async function loadTexts(): Promise<Texts> {
    const loaded = await import(/* @vite-ignore */ `${config.origin}/widget/${config.files.locales[shell.spoken]}`);
    return loaded.texts;
  }
}
