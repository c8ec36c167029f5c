import { expect, test } from 'vitest';
import { allowsAddress, allowsName, isPublic, parseAllowRules } from './addresses.ts';

test.each([
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.255.255'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
  ['link-local', '169.254.0.1', 'fe80::1', 'febf::1', 'fe80::1%eth0'],
  ['cloud metadata', '169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
  ['protocol assignments', '192.0.0.1', '192.88.99.1', '2001:1::1', '2001:10::1', '100::1', '5f00::1'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['benchmark', '198.18.0.1', '198.19.255.255', '2001:2::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved and broadcast', '240.0.0.1', '255.255.255.255', '4000::1', 'e000::1'],
  ['unique local', 'fc00::1', 'fdff::1'],
  ['site-local', 'fec0::1'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::ffff:0:8.8.8.8'],
  ['IPv4-compatible', '::127.0.0.1', '::8.8.8.8'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1'],
  ['6to4', '2002:7f00:1::1', '2002:808:808::1'],
  ['Teredo', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['unreadable', '', 'localhost', '127.1', '8.8.8.8.', '[2606:4700::1111]', '2606:4700::1111%eth0', '8.8.8.8/32'],
])('an address that is %s is not public', (_kind, ...addresses) => {
  expect(addresses.filter(isPublic)).toEqual([]);
});

test('a global unicast address is public, even next to a reserved range', () => {
  const addresses = [
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.0.1.0', '198.17.255.255', '198.20.0.0'],
    ...['223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001:800::200e', '2001:200::1', '2001:4860:4860::8888'],
  ];
  expect(addresses.filter((address) => !isPublic(address))).toEqual([]);
});

test('an allowed address or network matches the resolved address, on its port if it names one', () => {
  const rules = parseAllowRules('127.0.0.1, 10.0.0.0/8, 192.168.0.7/24:9000, [::1]:9000, fd00::/8, [fe80::/10]:80');
  const allowed = (address: string, port: number) => allowsAddress(rules, address, port);
  expect(allowed('127.0.0.1', 1)).toBe(true);
  expect(allowed('127.0.0.2', 1)).toBe(false);
  expect(allowed('10.255.0.1', 443)).toBe(true);
  expect(allowed('11.0.0.1', 443)).toBe(false);
  expect(allowed('192.168.0.200', 9000)).toBe(true);
  expect(allowed('192.168.0.200', 9001)).toBe(false);
  expect(allowed('::1', 9000)).toBe(true);
  expect(allowed('::1', 80)).toBe(false);
  expect(allowed('fd12::1', 80)).toBe(true);
  expect(allowed('fe80::1', 80)).toBe(true);
  expect(allowed('::ffff:127.0.0.1', 1)).toBe(false);
  expect(allowsName(rules, { host: '127.0.0.1', port: 1 })).toBe(false);
});

test('a rule for all of one IP version does not cover the other', () => {
  expect(allowsAddress(parseAllowRules('::/0'), '10.0.0.1', 80)).toBe(false);
  expect(allowsAddress(parseAllowRules('0.0.0.0/0'), '::1', 80)).toBe(false);
});

test('an allowed name matches only that name, in any spelling, on its port if it names one', () => {
  const rules = parseAllowRules('MinIO.internal:9000,files.internal.,bücher.internal');
  const allowed = (host: string, port: number) => allowsName(rules, { host, port });
  expect(allowed('minio.internal', 9000)).toBe(true);
  expect(allowed('minio.internal.', 9000)).toBe(true);
  expect(allowed('minio.internal', 443)).toBe(false);
  expect(allowed('a.minio.internal', 9000)).toBe(false);
  expect(allowed('files.internal', 443)).toBe(true);
  expect(allowed('xn--bcher-kva.internal', 443)).toBe(true);
  expect(allowsAddress(rules, '10.0.0.1', 9000)).toBe(false);
});

test.each([
  ...['10.0.0.0/33', '::/129', '10.0.0.0/', '127.1', '0x7f000001', '127.0.0.1:0', '127.0.0.1:65536', '127.0.0.1:'],
  ...['minio:', 'minio:http', 'minio:123456', 'minio/24', '*.internal', 'http://minio', 'me@minio', 'a b', '[minio]'],
  ...['[127.0.0.1]:80', '[::1', '::1]:80', 'fe80::1%eth0', '[]', ':80', 'minio?x', 'minio#x', 'a..b'],
])('%s is rejected as a rule', (entry) => {
  expect(() => parseAllowRules(`127.0.0.1, ${entry}`)).toThrow('must be addresses, CIDRs or host names');
});

test('an empty list has no rules', () => {
  expect(parseAllowRules('')).toEqual([]);
  expect(parseAllowRules(' , ')).toEqual([]);
});
