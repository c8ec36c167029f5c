import { afterAll, beforeAll } from 'vitest';
import { type OpenApp, openApp } from './harness.ts';
import { connect } from './people.ts';
import { change, chatOf, visit, write } from './widget.ts';

/** In English, and with the launcher there at once. */
const PLAIN = { widget_default_language: 'en', device_profiles: { enabled: true } };

/** One server for all tests of a file; each makes a widget of its own on it, with somebody there to answer. */
export function shareServer() {
  let app: OpenApp;
  beforeAll(async () => {
    app = await openApp({}, { live: true, isPublic: true });
  });
  afterAll(() => app.end());

  async function addWidget(settings: Record<string, unknown> = {}) {
    const owner = await app.owner({ apiEnabled: true });
    await change(owner, { ...PLAIN, ...settings });
    await connect(app, owner);
    return { app, owner, tag: `<script async src="${app.publicUrl}/w/${owner.buttonGuid}.js"></script>` };
  }

  /** A widget with a visitor who has written, and the chat of it. */
  async function startChat(text = 'Is it blue?') {
    const { owner, tag } = await addWidget();
    const visitor = await visit(tag);
    await write(visitor.page, text);
    const id = await chatOf(app, owner);
    await visitor.widget.mark(text, 'Sent').waitFor();
    return { app, owner, id, ...visitor };
  }

  return { addWidget, startChat };
}
