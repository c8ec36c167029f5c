import { Type } from 'typebox';
import { route } from '../route/route.ts';
import { Guid, Id, one } from '../route/schemas.ts';
import { Domains, WidgetName } from './access.ts';
import { SettingsShown } from './settings.ts';
import { WidgetQuickPhrases } from './widget.ts';

const ofOwners = { auth: 'session', roles: ['owner'], beyond: true } as const;

/** The widgets of the owner's account. An agent of several accounts finds the others in the session. */
export const widgets = {
  create: route({
    ...ofOwners,
    rate: 'write',
    method: 'POST',
    path: '/console-api/widgets',
    summary: 'Create another widget in the account, with the settings of an existing one if named',
    body: Type.Object({ name: WidgetName, domains: Type.Optional(Domains), copy_from: Type.Optional(Id) }),
    audit: 'widget.created',
    replies: { 201: one(Type.Object({ id: Id, button_guid: Guid })) },
  }),
  readSettings: route({
    ...ofOwners,
    rate: 'read',
    method: 'GET',
    path: '/console-api/widgets/{id}/settings',
    summary: 'Retrieve the settings of another widget of the account, to copy them. Uploaded icons are left out',
    resource: 'widgetOfAccount',
    replies: {
      200: one(Type.Object({ settings: SettingsShown, quick_phrases: WidgetQuickPhrases.properties.quick_phrases })),
    },
  }),
};
