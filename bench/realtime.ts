// Cost and speed of sockets. Each part has its own server, and clients in other processes.
import { fanout } from './realtime-fanout.ts';
import { idle } from './realtime-idle.ts';
import { join } from './realtime-join.ts';
import { latency } from './realtime-latency.ts';

export const realtime = {
  'realtime.latency': latency,
  'realtime.fanout': fanout,
  'realtime.idle': idle,
  'realtime.join': join,
};
