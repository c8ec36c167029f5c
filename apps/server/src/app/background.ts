import { startWorker } from '../infra/jobs/worker.ts';
import { deliveryKinds } from '../kernel/data/tables.ts';
import type { Couriers } from '../kernel/deliveries/courier.ts';
import { startDeliveries } from '../kernel/deliveries/engine.ts';
import { startNumbering } from '../kernel/events/numbering.ts';
import { createPartitions } from '../kernel/events/partitions.ts';
import { toSchedule, toTasks } from '../kernel/jobs/jobs.ts';
import { type BackgroundServices, combine } from '../kernel/module.ts';
import { jobs, modules } from '../modules.ts';
import type { Parts, Shared } from './services.ts';

/** Starts background work: event numbers, deliveries, work of modules and jobs. */
export async function startBackground({ platform: { database, connection } }: Parts, shared: Shared) {
  const { services, commits } = shared;
  const { unitOfWork, clock, log, storage, outbound, messengers, onClose } = services;
  await createPartitions(unitOfWork.autocommit, clock());
  const numbering = startNumbering(database, log);
  onClose(numbering.close);
  commits.on('events', numbering.wake);
  const { numbersOf } = numbering;
  const couriers = combine<Couriers>(
    modules.map((module) => module.couriers?.({ ...services, numbersOf }) ?? {}),
    [...deliveryKinds],
  );
  const deliveries = startDeliveries({ unitOfWork, clock, log, couriers, isCrowded: database.isCrowded });
  onClose(deliveries.close);
  commits.on('woken', deliveries.wake);
  commits.on('leased', deliveries.accept);
  commits.leaseUntil = deliveries.leaseUntil;
  const onWake: BackgroundServices['onWake'] = ({ woken, handed }) =>
    void commits.on('woken', woken).on('handed', handed);
  for (const { background } of modules) await background?.({ ...services, isCrowded: database.isCrowded, onWake });
  const tasks = toTasks(jobs, { unitOfWork, mail: services.mail(), storage, outbound, messengers });
  const worker = startWorker({ connection, log, tasks, schedule: toSchedule(jobs) });
  onClose(worker.close);
}
