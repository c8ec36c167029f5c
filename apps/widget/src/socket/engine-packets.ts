// Replaces engine.io-parser in the build: the same packets, without binary data, which the server never sends.
const TYPES = ['open', 'close', 'ping', 'pong', 'message', 'upgrade', 'noop'];
/** Between packets in one body. */
const SEPARATOR = '\x1e';

interface Packet {
  type: string;
  data?: string;
}

export const protocol = 4;

const encode = ({ type, data = '' }: Packet) => TYPES.indexOf(type) + data;

export function encodePacket(packet: Packet, _isBinary: boolean, done: (text: string) => void) {
  done(encode(packet));
}

/** An unknown packet is a server error, upon which the client reconnects. */
export function decodePacket(text: string): Packet {
  return { type: TYPES[Number(text[0])] ?? 'error', data: text.slice(1) };
}

export function encodePayload(packets: Packet[], done: (text: string) => void) {
  done(packets.map(encode).join(SEPARATOR));
}

export const decodePayload = (text: string) => text.split(SEPARATOR).map(decodePacket);
