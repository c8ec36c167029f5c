import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as agents from '../agents/index.ts';
import * as signIns from '../sign-ins/index.ts';
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
      if (!user) return undefined;
      const [agent] = await agents.listOfUser(work, user_id);
      return { user, widgetId: agent?.widget_id, token: await users.createResetToken(work, user_id) };
    });
    if (!reset) return;
    const link = `${publicUrl}/app/reset-password#token=${reset.token}`;
    await mail.send({ ...writeResetMail(reset.user, link), widgetId: reset.widgetId });
  },
});

export const sweepSessions = defineJob({
  name: 'sessions.sweep',
  attempts: 3,
  timeoutMs: 60_000,
  every: '37 * * * *',
  run: ({ unitOfWork }) =>
    unitOfWork.write({}, async (work) => {
      await removeExpired(work);
      await signIns.removeOld(work);
    }),
});
