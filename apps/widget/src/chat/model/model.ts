import { createChime } from '@parley/content';
import type { VisitorMessage } from '@parley/contract';
import { createStore, type VisitorContent } from '@parley/live';
import type { Texts } from '../../locales/en.ts';
import type { ContactInfo, CustomField, Identity, Look, Shell } from '../../shell.ts';
import type { Language } from '../ui/texts.ts';
import { createTalk } from './conversation.ts';
import { rowsOf } from './rows.ts';
import { CallError, type Calls } from './server-api.ts';

type FieldName = 'name' | 'email' | 'phone' | 'score' | 'comment';

/** How long a form waits for a connection before it says that there is none. */
const PATIENCE_MS = 10_000;

const CHIME = {
  tones: [
    [659.25, 0],
    [880, 0.11],
  ],
  loudness: 0.09,
  seconds: 0.5,
  pauseMs: 1_000,
} as const;

/** What the panel shows besides the conversation itself. */
export interface PanelState {
  isOpen: boolean;
  /** Who opened it: what opens by itself takes no focus. */
  openedBy: 'visitor' | 'itself';
  language: Language;
  look: Look;
  hasSound: boolean;
  /** As the page was told before there was a connection. */
  online: boolean | null;
  /** The form before the first message is filled in. */
  isIntroduced: boolean;
  /** What is being written; it outlives the panel and the page. */
  draft: string;
  /** What was put into forms and is not sent yet; it outlives the panel. */
  fields: Partial<Record<FieldName, string>>;
  /** Something that could not be done, in a sentence. */
  notice: string | null;
  /** What the site says to the visitor, and after which row. */
  invitation: { text: string; after: string | undefined } | null;
}

interface Plan {
  shell: Shell;
  calls: Calls;
  /** Of the language that it speaks now. */
  loadTexts(): Promise<Texts>;
}

/** Everything the chat knows and can do; the components draw it. */
export function createModel({ shell, calls, loadTexts }: Plan) {
  const { config, memory, window: page } = shell;
  const chime = createChime(CHIME);
  const panel = createStore<PanelState>({
    isOpen: false,
    openedBy: 'itself',
    language: { locale: 'en', texts: {} as Texts },
    look: shell.look,
    hasSound: config.sound && memory.get('sound') !== 'off',
    online: shell.online,
    isIntroduced: false,
    draft: memory.get('draft') ?? '',
    fields: {},
    notice: null,
    invitation: null,
  });
  const talk = createTalk({ shell, calls, onHeard, onForgotten: () => void reset(true), onChange: tellOnline });

  function onHeard({ id, sender, type, body }: VisitorMessage) {
    if (panel.state.hasSound && !isLooking()) chime.play();
    shell.tell('message', { id, sender, type, body });
  }

  function tellOnline() {
    const { live } = talk.state;
    // Without a connection the page hears it sooner.
    if (live?.connection === 'open' && live.online !== null) shell.setOnline(live.online);
  }

  const isLooking = () => panel.state.isOpen && page.document.visibilityState === 'visible';
  const look = () => talk.look(isLooking());

  async function speak() {
    const { language: locale, look: now } = shell;
    if (locale !== panel.state.language.locale || !panel.state.language.texts.name) {
      const texts = await loadTexts();
      // The page may have changed its mind meanwhile.
      if (locale === shell.language) panel.set({ language: { locale, texts } });
    }
    panel.set({ look: now, online: shell.online });
  }

  /** Scripts of the site want things done for the visitor: one after the other, as they were asked for. */
  let turn = Promise.resolve();
  let visitor = 0;

  function ask(call: (isStillThem: () => boolean) => Promise<void>) {
    const mine = visitor;
    const isStillThem = () => mine === visitor;
    turn = turn.then(async () => {
      if (isStillThem()) await talk.open();
      // Nothing is said of the next visitor that was meant for the one before.
      if (!isStillThem()) return;
      await call(isStillThem).catch(({ reason = 'internal_error' }: Partial<CallError>) =>
        shell.tell('error', { reason }),
      );
    });
  }

  async function reset(isDoneElsewhere: boolean) {
    visitor += 1;
    turn = Promise.resolve();
    panel.set({ isIntroduced: false, draft: '', fields: {}, invitation: null });
    await talk.reset(isDoneElsewhere);
    if (panel.state.isOpen) await talk.open();
  }

  return {
    config,
    page,
    root: shell.root,
    calls,
    panel,
    talk,
    close: shell.close,
    chooseLanguage: shell.chooseLanguage,
    remember: memory,
    async start() {
      await speak();
      // Without a network it goes on in the language that it has.
      shell.onChange(() => void speak().catch(() => {}));
      page.document.addEventListener('visibilitychange', look);
      // Whoever has talked here before hears the answer wherever they are on the site.
      if (memory.get('token') || memory.get('unsent')) void talk.open();
    },
    show(isOpen: boolean, openedBy: PanelState['openedBy']) {
      panel.set({ isOpen, openedBy });
      // What opens by itself makes nobody known to the server.
      if (isOpen && openedBy === 'visitor') void talk.open();
      look();
    },
    /** Whoever was refused asks again only by what they do. */
    wake: () => void (talk.state.refusal || talk.open()),
    /** The visitor does something in the panel. */
    touch: () => void talk.open(),
    write(draft: string) {
      memory.set('draft', draft || undefined);
      panel.set({ draft });
    },
    fill: (fields: PanelState['fields']) => panel.set({ fields: { ...panel.state.fields, ...fields } }),
    say(message: VisitorContent) {
      panel.set({ notice: null });
      talk.say(message);
    },
    sendFile(file: File) {
      const { texts } = panel.state.language;
      const most = config.limits.file_bytes;
      const megabytes = new Intl.NumberFormat(texts.locale, { style: 'unit', unit: 'megabyte' }).format(most / 2 ** 20);
      const tooLarge = file.size > most && texts.composer.fileTooLarge(file.name, megabytes);
      const notice = tooLarge || (file.size === 0 ? texts.composer.fileEmpty(file.name) : null);
      panel.set({ notice });
      if (!notice) talk.sendFile(file);
    },
    async showEarlier() {
      await talk.showEarlier().catch(() => panel.set({ notice: panel.state.language.texts.network.problem }));
    },
    /** The visitor says who they are; true when the server has it. */
    async introduce(info: ContactInfo) {
      panel.set({ notice: null });
      try {
        const patience = page.navigator.onLine ? PATIENCE_MS : 0;
        await Promise.race([talk.open(), new Promise((resolve) => setTimeout(resolve, patience))]);
        if (talk.state.phase !== 'open') throw new CallError('unreachable');
        if (Object.keys(info).length) talk.setContact(await calls.introduce(info, 'form'), 'form');
        panel.set({ isIntroduced: true, fields: {} });
        return true;
      } catch (error) {
        const { network } = panel.state.language.texts;
        panel.set({ notice: (error as CallError).reason === 'unreachable' ? network.unsent : network.problem });
        return false;
      }
    },
    notify: (notice: string | null) => panel.set({ notice }),
    setSound(hasSound: boolean) {
      memory.set('sound', hasSound ? undefined : 'off');
      panel.set({ hasSound });
    },
    setContactInfo({ name, email, phone, description }: ContactInfo) {
      const info = { name, email, phone, description };
      ask(async (isStillThem) => {
        const contact = await calls.introduce(info, 'api');
        if (isStillThem()) talk.setContact(contact, 'api');
      });
    },
    setCustomData(given: CustomField[]) {
      const fields = ownFields(given);
      ask(() => calls.setCustomData(fields));
    },
    /** After what was asked before: a message is worth more from somebody who is known. */
    send: (text: string) => ask(async () => talk.say({ type: 'text', body: text.trim() })),
    async invite(text: string) {
      // Whoever was here before has a conversation, and the words come after it.
      if (memory.get('token')) await talk.open();
      panel.set({ invitation: { text, after: rowsOf(talk.state, 0).at(-1)?.key } });
      shell.invite();
    },
    identify: (identity: Identity) =>
      ask(async (isStillThem) => {
        await calls.identify(identity);
        if (!isStillThem()) return;
        shell.tell('identify', { user_id: identity.user_id });
        await talk.restart();
      }),
    reset: () => reset(false),
  };
}

/** An array of the page has what the page's libraries gave to arrays: ours is made here, without asking it for anything. */
function ownFields(given: ArrayLike<CustomField>) {
  const fields: CustomField[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const { title, content, link } = given[at] as CustomField;
    fields.push({ title, content, link });
  }
  return fields;
}

export type Model = ReturnType<typeof createModel>;
