// Stands in for socket.io-parser in the build: the same packets, of JSON alone. The protocol of the chat has nothing else.
interface Packet {
  type: number;
  nsp: string;
  id?: number | undefined;
  data?: unknown;
}

type Take = (packet: Packet) => void;

export const protocol = 5;

export const PacketType = { CONNECT: 0, DISCONNECT: 1, EVENT: 2, ACK: 3, CONNECT_ERROR: 4 };

export class Encoder {
  encode({ type, nsp, id, data }: Packet) {
    return [`${type}${nsp},${id ?? ''}${data ? JSON.stringify(data) : ''}`];
  }
}

export class Decoder {
  #take: Take | undefined;

  on(_decoded: string, take: Take) {
    this.#take = take;
  }

  off() {
    this.#take = undefined;
  }

  /** Throws at what it does not understand, and the connection is made anew. */
  add(text: string) {
    const [, type, nsp = '/', id, data] = /^([0-4])(?:(\/[^,]*),?)?(\d*)(.*)$/s.exec(text) as string[];
    this.#take?.({
      type: Number(type),
      nsp,
      id: id ? Number(id) : undefined,
      data: data ? JSON.parse(data) : undefined,
    });
  }

  destroy() {}
}
