import { writeFileSync } from 'node:fs';

// A database of countries as MaxMind writes them, small enough to be made in a test.

type Value = string | Buffer | { [name: string]: Value };

const MARKER = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
const SEPARATOR = Buffer.alloc(16);
const [STRING, UINT16, UINT32, MAP] = [2, 5, 6, 7] as const;

const field = (type: number, size: number, bytes: Buffer) => Buffer.concat([Buffer.from([(type << 5) | size]), bytes]);

function number(type: typeof UINT16 | typeof UINT32, value: number) {
  const bytes = Buffer.alloc(type === UINT16 ? 2 : 4);
  bytes.writeUIntBE(value, 0, bytes.length);
  return field(type, bytes.length, bytes);
}

function encode(value: Value): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return field(STRING, Buffer.byteLength(value), Buffer.from(value));
  const members = Object.entries(value);
  const parts = members.flatMap(([name, each]) => [encode(name), encode(each)]);
  return field(MAP, members.length, Buffer.concat(parts));
}

/** Bytes of a network and how many bits of them count. */
export interface Network {
  bytes: number[];
  bits: number;
  country: string;
}

type Node = (Node | string | undefined)[];

function insert(root: Node, { bytes, bits, country }: Network) {
  let node = root;
  for (let at = 0; at < bits; at += 1) {
    const bit = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
    if (at === bits - 1) node[bit] = country;
    else node = node[bit] = (node[bit] as Node | undefined) ?? [undefined, undefined];
  }
}

/** The tree, breadth first, then the values: each record is a node, a value behind all nodes, or nothing. */
function write(root: Node) {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((each) => Array.isArray(each)));
  const countries = [...new Set(nodes.flat().filter((each) => typeof each === 'string'))];
  const values = countries.map((iso_code) => encode({ country: { iso_code } }));
  const placeOf = (country: string) => Buffer.concat(values.slice(0, countries.indexOf(country))).length;
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, record] of nodes.flat().entries()) {
    const isValue = typeof record === 'string';
    const to = isValue
      ? nodes.length + SEPARATOR.length + placeOf(record)
      : record
        ? nodes.indexOf(record)
        : nodes.length;
    tree.writeUIntBE(to, at * 3, 3);
  }
  return { tree, values, count: nodes.length };
}

/** Writes a database in which these networks of IPv6 are in countries; IPv4 is at its beginning, `::/96`. */
export function writeCountries(file: string, networks: Network[], type = 'GeoLite2-Country') {
  const root: Node = [undefined, undefined];
  for (const network of networks) insert(root, network);
  const { tree, values, count } = write(root);
  const metadata = encode({
    node_count: number(UINT32, count),
    record_size: number(UINT16, 24),
    ip_version: number(UINT16, 6),
    database_type: type,
    binary_format_major_version: number(UINT16, 2),
    binary_format_minor_version: number(UINT16, 0),
    build_epoch: number(UINT32, 1),
  });
  writeFileSync(file, Buffer.concat([tree, SEPARATOR, ...values, MARKER, metadata]));
  return file;
}
