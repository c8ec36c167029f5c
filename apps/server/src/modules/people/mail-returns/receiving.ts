import { Counter } from 'prom-client';
import { openReceiver } from '../../../infra/mail/receiver.ts';
import { readReport } from '../../../infra/mail/reports.ts';
import type { Services } from '../../../kernel/module.ts';
import * as widgets from '../../account/widgets/index.ts';
import { readBounceAddress } from './addresses.ts';
import { type ReturnOutcome, recordReport } from './service.ts';

type ReceivingServices = Pick<Services, 'unitOfWork' | 'metrics' | 'log' | 'mailReturns' | 'onClose'>;
type Mailbox = NonNullable<Awaited<ReturnType<typeof readBounceAddress>>>;

/** Receives bounces and complaints, if that is configured. */
export async function receiveReturns({ unitOfWork, metrics, log, mailReturns, onClose }: ReceivingServices) {
  if (!mailReturns) return undefined;
  const outcomes = new Counter({
    name: 'mail_returns_total',
    help: 'Mails to bounce addresses, by outcome',
    labelNames: ['outcome'],
    registers: [metrics],
  });

  async function record({ widgetId, ...mail }: Mailbox, bytes: string): Promise<ReturnOutcome> {
    const report = readReport(bytes);
    const widget = report && (await unitOfWork.read((work) => widgets.find(work, widgetId)));
    if (!widget) return 'ignored';
    const tenant = { widgetId, accountId: widget.account_id, buttonGuid: widget.button_guid };
    return unitOfWork.write({ tenant }, (work) => recordReport({ ...work, widgetId }, mail, report));
  }

  const receiver = await openReceiver(mailReturns, {
    log,
    findMailbox: (localPart) => unitOfWork.read((work) => readBounceAddress(work, localPart)),
    store: async (mailbox: Mailbox, bytes) => outcomes.inc({ outcome: await record(mailbox, bytes) }),
  });
  onClose(receiver.close);
  log.info({ host: mailReturns.host, port: receiver.port }, 'receiving bounces and complaints');
  return receiver;
}
