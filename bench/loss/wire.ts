import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

interface Wire {
  resends: number;
  /** Resends answered with an already stored message. */
  repeats: number;
}

/** Observes what clients send, which they do not report. Returns the `parser` of one client's socket. */
export function createWire() {
  const wire: Wire = { resends: 0, repeats: 0 };
  const said = new Set<string>();

  function tap() {
    /** Time of a resend, by acknowledgement number. */
    const awaited = new Map<number, number>();

    function onSaid({ type, data, id }: Packet) {
      if (type !== PacketType.EVENT || id === undefined || !['send', 'note'].includes(data[0])) return;
      const { client_message_id } = data[1];
      if (said.has(client_message_id)) {
        wire.resends += 1;
        awaited.set(id, Date.now());
      }
      said.add(client_message_id);
    }

    function onHeard({ type, data, id = -1 }: Packet) {
      if (type === PacketType.CONNECT) awaited.clear();
      if (type !== PacketType.ACK) return;
      const since = awaited.get(id);
      if (since !== undefined && Date.parse(data[0]?.data?.created_at) < since) wire.repeats += 1;
      awaited.delete(id);
    }

    return {
      Encoder: class extends Encoder {
        override encode(packet: Packet) {
          onSaid(packet);
          return super.encode(packet);
        }
      },
      Decoder: class extends Decoder {
        constructor() {
          super();
          this.on('decoded', onHeard);
        }
      },
    };
  }

  return { wire, tap };
}
