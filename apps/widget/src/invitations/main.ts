import type { Handover, Invitations } from '../shell.ts';
import { createInviter } from './inviter.ts';
import { createServerApi } from './server-api.ts';

// A global that the loader, another bundle, defines in this frame.
const { shell, ready, failed } = (window as unknown as { parley: Handover<Invitations> }).parley;
const api = createServerApi(shell);
api
  .listInvitations()
  .then((listed) => ready(createInviter(shell, api, listed)))
  .catch(failed);
