// TCP at its worst: slow, silent, cut in the middle of a frame, and late.
import { once } from 'node:events';
import net from 'node:net';
import type { Random } from './random.ts';

type Fate = 'delay' | 'hold' | 'drop' | 'cut';
type Side = 'up' | 'down';

/** Relative frequency of each fault. */
const FATES: readonly Fate[] = ['delay', 'delay', 'delay', 'hold', 'hold', 'drop', 'drop', 'cut'];
const SIDES: readonly Side[][] = [['up'], ['down'], ['up', 'down']];
const LONGEST_DELAY_MS = 1_000;
const LONGEST_HOLD_MS = 25_000;
/** Maximum held back before the sender has to wait. */
const MAX_HELD_BYTES = 2 ** 20;

export interface NoisyProxy {
  url: string;
  counts: Record<Fate, number>;
  connections: () => number;
  /** Applies a fault to a share (0 to 1) of the open connections. */
  strike: (fate: Fate, share: number) => void;
  /** Continues without faults: silent connections are cut. */
  quieten: () => void;
  close: () => Promise<void>;
}

interface ProxyOptions {
  /** The port of a server, looked up for every connection. */
  pick: () => number;
  random: Random;
  /** Mean time until a fault hits a connection. */
  calmMs: number;
  port?: number;
}

export async function createProxy({ pick, random, calmMs, port = 0 }: ProxyOptions): Promise<NoisyProxy> {
  const counts = { delay: 0, hold: 0, drop: 0, cut: 0 };
  const open = new Set<Link>();
  let isQuiet = false;

  function strike(link: Link, fate: Fate) {
    counts[fate] += 1;
    if (fate === 'cut') link.cut();
    if (fate === 'drop') for (const side of random.pick(SIDES)) link.drop(side);
    if (fate === 'delay') hold(link, random.between(20, LONGEST_DELAY_MS), false);
    if (fate === 'hold') hold(link, random.between(2_000, LONGEST_HOLD_MS), random.next() < 0.5);
  }

  function hold(link: Link, ms: number, isLost: boolean) {
    link.hold(random.pick(SIDES));
    setTimeout(() => (isLost ? link.cut() : link.release()), ms).unref();
  }

  function trouble(link: Link) {
    setTimeout(() => {
      if (isQuiet || !open.has(link)) return;
      strike(link, random.pick(FATES));
      trouble(link);
    }, random.between(0.1, 2) * calmMs).unref();
  }

  const server = net.createServer((client) => {
    const link = connect(client, pick(), () => open.delete(link));
    open.add(link);
    trouble(link);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    counts,
    connections: () => open.size,
    strike(fate, share) {
      for (const link of open) if (random.next() < share) strike(link, fate);
    },
    quieten() {
      isQuiet = true;
      for (const link of open) if (link.isSick()) link.cut();
    },
    async close() {
      for (const link of open) link.cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

interface Link {
  hold: (sides: Side[]) => void;
  /** Everything held back arrives now, however late. */
  release: () => void;
  /** Half of the next chunk arrives, and nothing after it. */
  drop: (side: Side) => void;
  cut: () => void;
  /** Something is held back or will be dropped. */
  isSick: () => boolean;
}

function connect(client: net.Socket, port: number, onEnd: () => void): Link {
  const server = net.connect(port, '127.0.0.1');
  const up = createPipe(client, server);
  const down = createPipe(server, client);
  const pipes = { up, down };
  let closed = 0;
  for (const socket of [client, server]) {
    socket.setNoDelay();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
      if (closed === 2) onEnd();
    });
  }
  const cut = () => {
    client.destroy();
    server.destroy();
  };
  return {
    hold: (sides) => {
      for (const side of sides) pipes[side].hold();
    },
    release() {
      up.release();
      down.release();
    },
    drop: (side) => pipes[side].drop(cut),
    cut,
    isSick: () => up.isSick() || down.isSick(),
  };
}

/** One direction. A held-back end is not forwarded either, which makes the connection half-open. */
function createPipe(from: net.Socket, to: net.Socket) {
  let held: Buffer[] | undefined;
  let bytes = 0;
  let onDrop: (() => void) | undefined;

  from.on('data', (chunk: Buffer) => {
    if (held) return keep(held, chunk);
    if (onDrop) return void to.write(chunk.subarray(0, chunk.length / 2), onDrop);
    if (!to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('close', () => {
    if (!held) to.end();
  });

  function keep(kept: Buffer[], chunk: Buffer) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_HELD_BYTES) from.pause();
  }

  return {
    hold() {
      held ??= [];
    },
    release() {
      for (const chunk of held ?? []) to.write(chunk);
      held = undefined;
      bytes = 0;
      if (from.destroyed) to.end();
      else from.resume();
    },
    drop(cut: () => void) {
      onDrop = cut;
    },
    isSick: () => held !== undefined || onDrop !== undefined,
  };
}
