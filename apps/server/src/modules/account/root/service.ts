import { version } from '../../../infra/version.ts';
import type { Context, Read } from '../../../kernel/data/context.ts';

export async function whoAmI({ principal, publicUrl }: Context<Read>) {
  const { widgetId, buttonGuid } = principal.tenant;
  return {
    name: 'Parley',
    version,
    widget_id: widgetId,
    button_guid: buttonGuid,
    token:
      principal.kind === 'token'
        ? { id: principal.id, name: principal.name, expires_at: principal.expiresAt, scopes: [...principal.scopes] }
        : null,
    links: { openapi: `${publicUrl}/api/openapi.json`, docs: `${publicUrl}/docs` },
  };
}
