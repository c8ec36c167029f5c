// Replaces socket.io-parser in the build: the same packets, without binary data, which the chat never sends.
interface Packet {
  type: number;
  nsp: string;
  id?: number | undefined;
  data?: unknown;
}

type PacketListener = (packet: Packet) => void;

export const protocol = 5;

export const PacketType = { CONNECT: 0, DISCONNECT: 1, EVENT: 2, ACK: 3, CONNECT_ERROR: 4 };

export class Encoder {
  encode({ type, nsp, id, data }: Packet) {
    return [`${type}${nsp},${id ?? ''}${data ? JSON.stringify(data) : ''}`];
  }
}

export class Decoder {
  #listener: PacketListener | undefined;

  on(_decoded: string, listener: PacketListener) {
    this.#listener = listener;
  }

  off() {
    this.#listener = undefined;
  }

  /** Throws on an unknown packet, upon which the client reconnects. */
  add(text: string) {
    const [, type, nsp = '/', id, data] = /^([0-4])(?:(\/[^,]*),?)?(\d*)(.*)$/s.exec(text) as string[];
    this.#listener?.({
      type: Number(type),
      nsp,
      id: id ? Number(id) : undefined,
      data: data ? JSON.parse(data) : undefined,
    });
  }

  destroy() {}
}
