import { accountRetentionRoutes, contactExportRoutes } from '@parley/contract';
import { bind } from '../../../kernel/http/bind.ts';
import { only } from '../../../kernel/http/inputs.ts';
import { exportContact } from './export.ts';
import { countOldChats } from './retention.ts';

export const routes = [
  ...bind(accountRetentionRoutes, {
    countOldChats: (ctx, { query }) => countOldChats(ctx, only(query, 'chats_keep_days')),
  }),
  ...bind(contactExportRoutes, { exportOne: (ctx, { params }) => exportContact(ctx, params.id) }),
];
