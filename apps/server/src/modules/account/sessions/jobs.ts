import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as users from '../users/index.ts';
import { writeResetMail } from './reset-mail.ts';
import { removeExpired } from './store.ts';

/** Creates the link here, so that the queue never holds it; a retry voids the earlier one. */
export const sendReset = defineJob<{ user_id: number }>({
  name: 'sessions.send_reset',
  attempts: 6,
  timeoutMs: 30_000,
  run: async ({ unitOfWork, mail, publicUrl }, { user_id }) => {
    const reset = await unitOfWork.write({}, async (work) => {
      const user = await users.find(work, user_id);
      return user && { user, token: await users.createResetToken(work, user_id) };
    });
    if (reset) await mail.send(writeResetMail(reset.user, `${publicUrl}/app/reset-password#token=${reset.token}`));
  },
});

export const sweepSessions = defineJob({
  name: 'sessions.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '37 * * * *',
  run: ({ unitOfWork }) => unitOfWork.write({}, removeExpired),
});
