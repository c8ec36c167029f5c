// Stands in for engine.io-parser in the build: the same packets, of text alone. The server sends nothing else.
const TYPES = ['open', 'close', 'ping', 'pong', 'message', 'upgrade', 'noop'];
/** Between packets that go in one body. */
const BETWEEN = '\x1e';

interface Packet {
  type: string;
  data?: string;
}

export const protocol = 4;

const encode = ({ type, data = '' }: Packet) => TYPES.indexOf(type) + data;

export function encodePacket(packet: Packet, _isBinary: boolean, done: (text: string) => void) {
  done(encode(packet));
}

/** What is not understood is an error of the server, at which the connection is made anew. */
export function decodePacket(text: string): Packet {
  return { type: TYPES[Number(text[0])] ?? 'error', data: text.slice(1) };
}

export function encodePayload(packets: Packet[], done: (text: string) => void) {
  done(packets.map(encode).join(BETWEEN));
}

export const decodePayload = (text: string) => text.split(BETWEEN).map(decodePacket);
