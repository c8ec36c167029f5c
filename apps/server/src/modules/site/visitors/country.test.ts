import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api, site } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { createCall } from '../../../../test/call.ts';
import { startApp } from '../../../../test/harness.ts';
import { writeCountries } from '../../../../test/mmdb.ts';
import { readConfig } from '../../../config.ts';

const PROXY = '192.0.2.1';
const BEHIND_PROXY = { TRUST_PROXY: PROXY, COUNTRY_HEADER: 'CF-IPCountry' };

function scratchFile(name: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-countries-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return path.join(directory, name);
}

/** 203.0.113.0/24 is in New Zealand, 2001:db8::/32 in Japan. */
function countries(type?: string) {
  const file = scratchFile('countries.mmdb');
  const ofOld = Array<number>(12).fill(0);
  const networks = [
    { bytes: [...ofOld, 203, 0, 113], bits: 120, country: 'NZ' },
    { bytes: [0x20, 0x01, 0x0d, 0xb8], bits: 32, country: 'JP' },
  ];
  return writeCountries(file, networks, type);
}

async function startSite(env: Record<string, string>) {
  // Unique to this test.
  const app = await startApp(env, { isolated: 'GEOIP_FILE' in env });
  const ann = await app.owner();
  const params = { button_guid: ann.buttonGuid };
  /** The country that agents see for a visitor from that address. */
  const countryOf = async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const call = createCall((request) => app.http.inject({ ...request, remoteAddress }), headers);
    const { data } = await call(site.visitor.visit, { params, body: { page: 'https://shop.example/' } });
    const listed = (await ann.call(api.visitors.list)).data.data;
    return listed.find(({ id }) => id === data.visit_id)?.country;
  };
  return { app, ann, countryOf };
}

test('the country comes from the configured header of a trusted proxy', async () => {
  const { countryOf } = await startSite(BEHIND_PROXY);
  expect(await countryOf(PROXY, { 'cf-ipcountry': 'DE' })).toBe('DE');
  expect(await countryOf(PROXY, { 'CF-IPCountry': 'nz' })).toBe('NZ');
  expect(await countryOf(PROXY, { 'x-country': 'DE' })).toBeNull();
});

test.each(['XX', 'T1', 'xx', 'Germany', 'D', '', 'D1', '<b>'])('a header value of %o means unknown', async (said) => {
  const { countryOf } = await startSite(BEHIND_PROXY);
  expect(await countryOf(PROXY, { 'cf-ipcountry': said })).toBeNull();
});

test('the header is ignored unless it comes from a trusted proxy', async () => {
  const { countryOf } = await startSite(BEHIND_PROXY);
  const spoofed = { 'cf-ipcountry': 'DE', 'x-forwarded-for': PROXY };
  expect(await countryOf('198.51.100.7', spoofed)).toBeNull();
  const unset = await startSite({ TRUST_PROXY: PROXY });
  expect(await unset.countryOf(PROXY, { 'cf-ipcountry': 'DE' })).toBeNull();
});

test('without a header the country comes from the database, by address', async () => {
  const { app, ann, countryOf } = await startSite({ GEOIP_FILE: countries() });
  expect(await countryOf('203.0.113.9')).toBe('NZ');
  expect(await countryOf('::ffff:203.0.113.9')).toBe('NZ');
  expect(await countryOf('2001:db8::1')).toBe('JP');
  expect(await countryOf('198.51.100.7')).toBeNull();
  expect(await countryOf('198.51.100.7', { 'x-forwarded-for': '203.0.113.9' })).toBeNull();
  const stored = JSON.stringify(await app.sql(`SELECT visits::text FROM visits WHERE widget_id = ${ann.widgetId}`));
  expect(stored).toContain('NZ');
  expect(stored).not.toMatch(/203\.0\.113|2001:db8/);
});

test('behind a proxy the forwarded address is used, and the header takes precedence', async () => {
  const { countryOf } = await startSite({ ...BEHIND_PROXY, GEOIP_FILE: countries() });
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  expect(await countryOf(PROXY, forwarded)).toBe('NZ');
  expect(await countryOf(PROXY, { ...forwarded, 'cf-ipcountry': 'DE' })).toBe('DE');
  expect(await countryOf(PROXY, { ...forwarded, 'cf-ipcountry': 'XX' })).toBe('NZ');
});

test('a missing, broken or wrong database stops startup with a message', () => {
  const missing = scratchFile('nothing.mmdb');
  expect(() => readConfig({ GEOIP_FILE: missing })).toThrow(`GEOIP_FILE cannot be read (ENOENT): ${missing}`);
  const broken = scratchFile('broken.mmdb');
  writeFileSync(broken, 'This is no database.');
  for (const file of [broken, countries('GeoLite2-ASN')]) {
    expect(() => readConfig({ GEOIP_FILE: file })).toThrow('GEOIP_FILE must be a MaxMind country database');
  }
});

test('a header without a trusted proxy stops startup with a message', () => {
  expect(() => readConfig({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('COUNTRY_HEADER needs TRUST_PROXY');
  expect(() => readConfig({ ...BEHIND_PROXY, COUNTRY_HEADER: 'cf ip' })).toThrow(
    'COUNTRY_HEADER must be a header name',
  );
});
