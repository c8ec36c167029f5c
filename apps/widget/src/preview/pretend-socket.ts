import type { PretendServer } from './pretend-server.ts';

/** Longer than anybody looks at a preview. */
const FOREVER_MS = 2 ** 31 - 1;
const OPENED = {
  sid: 'preview',
  upgrades: [],
  pingInterval: FOREVER_MS / 4,
  pingTimeout: FOREVER_MS / 4,
  maxPayload: 1e6,
};
const CONNECT = /^40(\/\w+),/;
const CALL = /^42(\/\w+),(\d+)(\[.*)$/s;

/** A WebSocket that speaks Socket.IO with the pretend server. */
export function createPretendSocket({ call }: PretendServer) {
  return class PretendSocket {
    readyState = 0;
    binaryType = 'blob';
    onopen?: () => void;
    onmessage?: (event: { data: string }) => void;
    onclose?: (event: object) => void;

    constructor() {
      setTimeout(() => {
        this.readyState = 1;
        this.onopen?.();
        this.receive(`0${JSON.stringify(OPENED)}`);
      });
    }

    send(packet: string) {
      const [, connecting] = CONNECT.exec(packet) ?? [];
      if (connecting) this.receive(`40${connecting},{"sid":"preview"}`);
      const [, namespace, id, content = '[]'] = CALL.exec(packet) ?? [];
      if (!namespace) return;
      const [name, body] = JSON.parse(content);
      this.receive(`43${namespace},${id}${JSON.stringify([call(name, body)])}`);
    }

    close() {
      this.readyState = 3;
      this.onclose?.({});
    }

    private receive(data: string) {
      setTimeout(() => this.onmessage?.({ data }));
    }
  };
}
