import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';

const read = (url: string) => readConfig({ S3_URL: url }).S3_URL;

test('without S3_URL, S3 is not configured', () => {
  expect(read('')).toBeUndefined();
});

test('S3_URL holds the keys, host and bucket, and optionally a prefix and a region', () => {
  expect(read('https://KEY:SECRET@s3.example.com/files')).toEqual({
    endpoint: 'https://s3.example.com',
    bucket: 'files',
    prefix: '',
    region: 'us-east-1',
    accessKey: 'KEY',
    secretKey: 'SECRET',
  });
  expect(read('https://K%2B:a%2Fb%40c+d@s3.example.com:9000/my.files/chat/a/?region=eu-central-1')).toEqual({
    endpoint: 'https://s3.example.com:9000',
    bucket: 'my.files',
    prefix: 'chat/a/',
    region: 'eu-central-1',
    accessKey: 'K+',
    secretKey: 'a/b@c+d',
  });
});

test.each([
  'localhost:9000',
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '[::1]:9000',
  '[fd00::1]',
  'minio:9000',
  's3.internal',
])('http is allowed for %s', (host) => {
  expect(read(`http://KEY:SECRET@${host}/files`)).toMatchObject({ endpoint: `http://${host}` });
});

test.each(['s3.example.com', '8.8.8.8', '172.32.0.1', '10.example.com', '[2001:db8::1]', 'localhost.example.com'])(
  'http is refused for %s, outside a private network',
  (host) => {
    expect(() => read(`http://KEY:SECRET@${host}/files`)).toThrow('S3_URL must use https:// outside a private network');
  },
);

test.each([
  'files',
  's3://KEY:hunter2@s3.example.com/files',
  'https://s3.example.com/files',
  'https://KEY@s3.example.com/files',
  'https://:hunter2@s3.example.com/files',
  'https://KEY:hunter2@s3.example.com',
  'https://KEY:hunter2@s3.example.com/',
  'https://KEY:hunter2@s3.example.com/a b',
  'https://KEY:hunter2@s3.example.com/files/%2e%2e%2fx',
  'https://KEY:hunter2%zz@s3.example.com/files',
  'https://KEY:hunter2/more@s3.example.com/files',
  'https://KEY:hunter2#more@s3.example.com/files',
  'https://KEY:hunter2@s3.example.com/files?regoin=eu-central-1',
  'https://KEY:hunter2@s3.example.com/files?region=eu/central',
])('%s is refused with a message without the secret', (url) => {
  expect(() => read(url)).toThrow('S3_URL must look like https://KEY:SECRET@host/bucket');
  expect(() => read(url)).not.toThrow(/hunter2/);
});
