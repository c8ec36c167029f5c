import { api, dashboard, describeSettings } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import * as embedding from './embedding.ts';
import * as quickPhrases from './quick-phrases.ts';
import * as widgets from './service.ts';
import * as language from './settings/language.ts';
import * as settings from './settings/settings.ts';

const ofDashboard = bind(dashboard.widgetAccess, {
  read: (ctx) => widgets.getAccess(ctx),
  update: (ctx, { body }) => widgets.updateAccess(ctx, body),
});

const ofApi = bind(api.widget, {
  readSettings: (ctx) => settings.get(ctx),
  updateSettings: (ctx, { body }) => settings.update(ctx, body),
  readSettingsSchema: async () => describeSettings(),
  readLanguage: (ctx) => language.get(ctx),
  setLanguage: (ctx, { body }) => language.set(ctx, body),
  listSkins: (ctx, { query }) => embedding.listSkins(ctx, query),
  readEmbed: (ctx) => embedding.getEmbedTag(ctx),
  purgeCache: (ctx) => embedding.purgeCache(ctx),
  readQuickPhrases: (ctx) => quickPhrases.get(ctx),
  setQuickPhrases: (ctx, { body }) => quickPhrases.set(ctx, body),
});

export const routes = [...ofDashboard, ...ofApi];
