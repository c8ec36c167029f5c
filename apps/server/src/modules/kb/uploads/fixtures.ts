import { kbUploadRoutes } from '@parley/contract';
import { Form } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import { type Fixtures, inBatchesOfTen } from '../../../../test/fixtures.ts';
import { addEmbedding } from '../../../../test/knowledge.ts';

const document = () => new Form('hours.md', '# Hours\n\nWe open at nine.');

export const fixtures: Fixtures = {
  resources: {
    kbUpload: async (app, owner) => {
      await addEmbedding(app, owner);
      const call = await withToken(app, owner);
      return { id: (await call(kbUploadRoutes.createUpload, { body: document() })).data.id };
    },
  },
  needs: [[kbUploadRoutes.createUpload, addEmbedding]],
  lists: [
    {
      route: kbUploadRoutes.listUploads,
      fill: (app, owner, names) =>
        inBatchesOfTen(names, (name) =>
          app.sql(`
            INSERT INTO kb_uploads (widget_id, name, type, size, status, created_at, updated_at)
            VALUES (${owner.widgetId}, '${name}', 'text', 1, 'ready', now(), now())`),
        ),
    },
  ],
};
