import { adoptDraft, draftKey } from '../infra/secrets/master-key.ts';
import { rotateMasterKey } from '../infra/secrets/rotation.ts';
import { type Command, fail } from './command.ts';

export const rotate: Command = {
  summary: 're-encrypt all secrets under a new master key',
  run: async ({ config, platform: { database, vault, keyFile } }) => {
    if (keyFile && !config.MASTER_KEY) {
      const sealed = await rotateMasterKey(database, vault(), draftKey(keyFile));
      adoptDraft(keyFile);
      return [{ sealed, key_file: keyFile }];
    }
    const key = config.NEW_MASTER_KEY ?? fail('Set NEW_MASTER_KEY to the new key and MASTER_KEY to the old one');
    const sealed = await rotateMasterKey(database, vault(), key);
    return [{ sealed, next: 'Set MASTER_KEY to the new key and remove NEW_MASTER_KEY before you start the server' }];
  },
};
