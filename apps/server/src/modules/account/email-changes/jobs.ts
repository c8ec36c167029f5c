import { defineJob } from '../../../kernel/jobs/jobs.ts';
import * as agents from '../agents/index.ts';
import * as users from '../users/index.ts';
import { writeChangeNotice } from './mails.ts';

/** Tells the former address that it is no longer used. */
export const sendChangeNotice = defineJob<{ user_id: number; former_email: string }>({
  name: 'email_changes.send_notice',
  attempts: 6,
  timeoutMs: 30_000,
  run: async ({ unitOfWork, mail }, { user_id, former_email }) => {
    const { user, widgetId } = await unitOfWork.read(async (work) => {
      const [agent] = await agents.listOfUser(work, user_id);
      return { user: await users.find(work, user_id), widgetId: agent?.widget_id };
    });
    if (user) await mail.send({ ...writeChangeNotice(former_email, user), widgetId });
  },
});
