import { render } from 'preact';
import type { Texts } from '../locales/en.ts';
import type { Chat, Handover, Shell } from '../shell.ts';
import { createModel } from './model/model.ts';
import { createServerApi } from './model/server-api.ts';
import { App } from './panel/app.tsx';
import { styles } from './styles.ts';
import { addStylesheet, setStylesheetTarget } from './ui/stylesheets.ts';

// A global that the loader, another bundle, defines in this frame.
const { shell: given, ready, failed } = (window as unknown as { parley: Handover<Chat> }).parley;
// Libraries of the host page may have changed its arrays; those of a copy made here are untouched.
const shell: Shell = Object.create(given, { config: { value: structuredClone(given.config) } });
start(shell).catch(failed);

async function start({ root, config }: Shell) {
  const container = document.createElement('div');
  // Before the model listens, which renders the change.
  shell.onChange(applyConfig);
  const model = createModel({ shell, api: createServerApi(shell), loadTexts });
  await model.start();
  container.className = 'place-of-chat';
  setStylesheetTarget(shell);
  addStylesheet(styles);
  applyConfig();
  // A page may have removed the frame of an earlier chat.
  root.querySelector('.place-of-chat')?.remove();
  root.querySelector('.widget')?.prepend(container);
  render(<App model={model} />, container);
  ready({ ...model.siteCommands, setOpen: model.setOpen, wake: model.wake });

  /** The preview in the console changes the configuration while the chat is open. */
  function applyConfig() {
    Object.assign(config, structuredClone(given.config));
    // Set here and not by the loader, which has a smaller budget.
    container.style.setProperty('--accent-on-light', config.look.accent_on_light);
    container.style.setProperty('--accent-on-dark', config.look.accent_on_dark);
  }

  async function loadTexts(): Promise<Texts> {
    const file = config.files.locales[shell.uiLanguage()];
    const loaded = await import(/* @vite-ignore */ `${config.origin}/widget/${file}`);
    return loaded.texts;
  }
}
