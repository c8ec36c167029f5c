import { fileSettings } from '../app/file-settings.ts';
import { mailSettings } from '../app/mail-settings.ts';
import { messengerSettings } from '../app/messenger-settings.ts';
import { createFileStore } from '../infra/files/file-store.ts';
import { createMailer } from '../infra/mail/mailer.ts';
import { createOutbound } from '../infra/outbound/outbound.ts';
import { runJob } from '../kernel/jobs/jobs.ts';
import { jobs } from '../modules.ts';
import { type Command, fail, text } from './command.ts';

export const run: Command = {
  summary: 'run a scheduled job now, or as of a given time',
  operands: ['NAME'],
  options: { now: text },
  run: async ({ unitOfWork, config, publicUrl }, _given, name = '') => {
    // Other jobs need a payload.
    const scheduled = [...jobs.values()].filter(({ every }) => every);
    const job = scheduled.find((each) => each.name === name);
    if (!job)
      fail(`There is no scheduled job ${name}. Choose one of: ${scheduled.map((each) => each.name).join(', ')}`);
    const mail = createMailer(mailSettings(config, publicUrl));
    const outbound = createOutbound({ allow: config.OUTBOUND_ALLOW });
    const storage = createFileStore(fileSettings(config));
    await runJob(job, {}, { unitOfWork, mail, storage, outbound, messengers: messengerSettings(config) });
    await mail.close();
    return [{ job: name }];
  },
};
