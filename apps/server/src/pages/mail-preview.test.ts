import { expect, test } from 'vitest';
import { startApp } from '../../test/harness.ts';

test('a mail in the frame has styles and images, and neither scripts nor connections', async () => {
  const { http } = await startApp();
  const { headers, body } = await http.inject('/mail-preview');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual([
    "default-src 'none'",
    'img-src https: http: data:',
    "style-src 'unsafe-inline'",
    expect.stringMatching(/^script-src 'sha256-[\w+/=]+'$/),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ]);
  expect(body).toContain('<iframe sandbox="" title="Mail">');
});
