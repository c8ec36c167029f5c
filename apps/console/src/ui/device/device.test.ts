import { expect, test } from 'vitest';
import { readDevice } from './device.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 20_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} Safari/537.36`, 'Chrome', 'Windows', false],
  [`${WINDOWS} Safari/537.36 Edg/150.0.0.0`, 'Edge', 'Windows', false],
  [`${WINDOWS} Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows', false],
  [`${WINDOWS} YaBrowser/26.9.0 Safari/537.36`, 'Yandex Browser', 'Windows', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox', 'Linux', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.0 Safari/605.1.15',
    'Safari',
    'macOS',
    false,
  ],
  [`${IPHONE} Version/20.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', true],
  [`${IPHONE} CriOS/150.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', true],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/30.0 Chrome/140.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
    true,
  ],
  ['curl/8.9.1', undefined, undefined, false],
  ['', undefined, undefined, false],
])('%s is %s on %s', (userAgent, browser, system, isHandheld) => {
  expect(readDevice(userAgent)).toEqual({ browser, system, isHandheld });
});
