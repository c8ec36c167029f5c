import { expect, test } from 'vitest';
import {
  exchangeBounce,
  eximBounce,
  gmailBounce,
  outlookComplaint,
  postfixBounce,
  vacationMail,
  yahooComplaint,
} from '../../../test/returned-mails.ts';
import { readReport } from './reports.ts';

const to = 'ira@example.test';

const failed = (status: string, addresses = [to]) => ({
  kind: 'delivery',
  recipients: [{ action: 'failed', status, addresses }],
});

test.each([
  ['Postfix', postfixBounce({ to }), failed('5.1.1', [to, to])],
  ['Exim', eximBounce({ to }), failed('5.0.0')],
  ['Exchange', exchangeBounce({ to }), failed('5.1.10')],
  ['Gmail', gmailBounce({ to }), failed('5.1.1')],
  ['Yahoo', yahooComplaint({ to }), { kind: 'feedback', type: 'abuse', addresses: [to] }],
  ['Outlook', outlookComplaint(), { kind: 'feedback', type: 'abuse', addresses: [] }],
])('a report of %s is read, with LF or CRLF, and without the last boundary', (_from, mail, report) => {
  expect(readReport(mail)).toEqual(report);
  expect(readReport(mail.replaceAll('\r\n', '\n'))).toEqual(report);
  expect(readReport(mail.slice(0, mail.lastIndexOf('--', mail.length - 10)))).toEqual(report);
});

test.each([
  ['smtp; 550 5.7.1 Message blocked', '5.7.1'],
  ['smtp;450 4.2.1 The mailbox is busy', '4.2.1'],
  ['smtp; 550-5.7.26 Unauthenticated', '5.7.26'],
  ['smtp; 550 5.7.1.9 is not allowed', '5.0.0'],
  ['smtp; 550 No such user', '5.0.0'],
  ['x-unix; 550 5.7.1', '5.0.0'],
])('of the status 5.0.0 with %s the status is %s', (diagnostic, status) =>
  expect(readReport(eximBounce({ to, diagnostic }))).toEqual(failed(status)),
);

test('a status has precedence over the diagnostic', () =>
  expect(readReport(postfixBounce({ to, diagnostic: 'smtp; 550 5.7.1 Blocked' }))).toEqual(failed('5.1.1', [to, to])));

test.each(['', 'five', '5', '5.1', '5.1.1.1', '6.1.1', '5.1.1111'])('"%s" is no status', (status) =>
  expect(readReport(exchangeBounce({ to, status }))).toEqual(failed('')),
);

test('each recipient of a report has its own block', () => {
  const mail = exchangeBounce({ to }).replace(
    'X-Display-Name: Ira\r\n',
    '\r\n \t\r\nFinal-Recipient: rfc822; <bob@example.test>\r\nACTION: Delayed (will retry)\r\nstatus:\r\n 4.4.1\r\n',
  );
  expect(readReport(mail)).toMatchObject({
    recipients: [
      { action: 'failed', addresses: [to] },
      { action: 'delayed', status: '4.4.1', addresses: ['bob@example.test'] },
    ],
  });
});

test('the part for programs may be encoded', () => {
  const status = `Reporting-MTA: dns; mx\n\nFinal-Recipient: rfc822; ${to}\nAction: failed\nStatus: 5.1.1\n`;
  const mailOf = (encoding: string, content: string) =>
    `Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: ${encoding}\n\n${content}\n--b--\n`;
  const quoted = status.replace('5.1.1', '5.=\n1=2E1').replace('@', '=40');
  for (const mail of [
    mailOf('BASE64', Buffer.from(status.replaceAll('\n', '\r\n')).toString('base64')),
    mailOf('quoted-printable', quoted),
    mailOf('8bit', status),
  ])
    expect(readReport(mail)).toEqual(failed('5.1.1'));
});

test('an address may be in UTF-8', () => {
  const mail = exchangeBounce({ to: 'айра@почта.example' }).replace(
    'message/delivery-status',
    'message/global-delivery-status',
  );
  expect(readReport(Buffer.from(mail).toString('latin1'))).toEqual(failed('5.1.10', ['айра@почта.example']));
});

const wrap = (mail: string, type = 'multipart/mixed; boundary="outer"') =>
  `Content-Type: ${type}\r\n\r\nA preamble\r\n--outer\r\nContent-Type: text/plain\r\n\r\nScanned.\r\n--outer\r\n${mail}\r\n--outer--\r\n`;

test('a report may be wrapped, some times', () => {
  expect(readReport(wrap(postfixBounce({ to })))).toEqual(failed('5.1.1', [to, to]));
  const deep = Array.from({ length: 50 }).reduce<string>((mail) => wrap(mail), postfixBounce({ to }));
  expect(readReport(deep)).toBeUndefined();
});

test.each([
  ['a vacation mail', vacationMail(to)],
  ['a mail with a report attached', wrap(`Content-Type: message/rfc822\r\n\r\n${postfixBounce({ to })}`)],
  ['a receipt', postfixBounce({ to }).replace('report-type=delivery-status', 'report-type=disposition-notification')],
  [
    'a report of the wrong kind',
    postfixBounce({ to }).replace('report-type=delivery-status', 'report-type=feedback-report'),
  ],
  ['a multipart without a boundary', postfixBounce({ to }).replace('boundary=', 'bound=')],
  ['a multipart of another type', postfixBounce({ to }).replace('multipart/report', 'multipart/mixed')],
  ['an empty mail', ''],
  ['a line break', '\r\n'],
])('%s is no report', (_what, mail) => expect(readReport(mail)).toBeUndefined());

const MIB = 1_048_576;
const REPORT = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n';
const STATUS = `${REPORT}--b\nContent-Type: message/delivery-status\n\n`;
const fill = (head: string, pattern: string) => (head + pattern.repeat(MIB / pattern.length)).slice(0, MIB);

test.each([
  ['empty lines', fill(REPORT, '\n')],
  ['empty lines in a status', fill(STATUS, '\n \n')],
  ['spaces in a status', fill(STATUS, '\n  ')],
  ['a long line', fill('', 'x')],
  ['a long folded header', fill('Content-Type: multipart/report;\n', ' a="b";\n')],
  ['colons', fill('Content-Type: multipart/report', '; a  ')],
  ['quotes', fill('Content-Type: multipart/report; a="', '\\"')],
  ['boundaries', fill(REPORT, '--b\n')],
  ['boundaries that go on', fill(REPORT, '--b   \t  ')],
  ['parts that are multiparts', fill(REPORT, '--b\nContent-Type: multipart/mixed; boundary=b\n\n')],
  [
    'equals signs',
    fill(`${REPORT}--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: quoted-printable\n\n`, '=  '),
  ],
  ['fields', fill(STATUS, 'Action: failed\nStatus: 5.1.1\n')],
  ['recipients', fill(STATUS, 'Action: failed\nStatus: 5.1.1\n\n')],
])('1 MiB of %s is read in no time', (_what, mail) => {
  const start = performance.now();
  readReport(mail);
  expect(performance.now() - start).toBeLessThan(1_000);
});
