// Bounces and complaints in the shape of what servers and providers send.

interface Bounce {
  /** The address that the mail went to. */
  to: string;
  action?: string;
  status?: string;
  diagnostic?: string;
}

const HEAD = `From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
`;

/** As bytes go over the wire. */
const wire = (mail: string) => mail.replaceAll('\n', '\r\n');

export const postfixBounce = ({
  to,
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 ${status} <${to}>: Recipient address rejected: User unknown in local recipient table`,
}: Bounce) =>
  wire(`${HEAD}Content-Type: multipart/report; report-type=delivery-status;
	boundary="4Zb1Yk2Hq3z9.1700000000/mx.example.net"
Content-Transfer-Encoding: 8bit
Message-Id: <20261119120000.4Zb1Yk2Hq3z9@mx.example.net>

This is a MIME-encapsulated message.

--4Zb1Yk2Hq3z9.1700000000/mx.example.net
Content-Description: Notification
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 8bit

This is the mail system at host mx.example.net.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${to}>: host mail.example.test[192.0.2.5] said: ${diagnostic}

--4Zb1Yk2Hq3z9.1700000000/mx.example.net
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net
X-Postfix-Queue-ID: 4Zb1Yk2Hq3z9
X-Postfix-Sender: rfc822; bounce@shop.example
Arrival-Date: Thu, 19 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mail.example.test
Diagnostic-Code: ${diagnostic.replace(': ', ':\n    ')}

--4Zb1Yk2Hq3z9.1700000000/mx.example.net
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Shop <news@shop.example>
To: ${to}
Subject: The sale has begun

--4Zb1Yk2Hq3z9.1700000000/mx.example.net--
`);

/** Exim has 5.0.0 for all failures. */
export const eximBounce = ({
  to,
  action = 'failed',
  status = '5.0.0',
  diagnostic = 'smtp; 550 No such user',
}: Bounce) =>
  wire(`${HEAD}X-Failed-Recipients: ${to}
Content-Type: multipart/report; report-type=delivery-status; boundary=1700000000-eximdsn-123456

--1700000000-eximdsn-123456
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1700000000-eximdsn-123456
Content-type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Action: ${action}
Final-Recipient: rfc822;${to}
Status: ${status}
Remote-MTA: dns; mail.example.test
Diagnostic-Code: ${diagnostic}

--1700000000-eximdsn-123456
Content-type: message/rfc822

From: Shop <news@shop.example>
To: ${to}
Subject: The sale has begun

Hello!

--1700000000-eximdsn-123456--
`);

export const exchangeBounce = ({
  to,
  action = 'failed',
  status = '5.1.10',
  diagnostic = 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
}: Bounce) =>
  wire(`${HEAD}Content-Type: multipart/report; report-type=delivery-status;
	boundary="_000_AM0PR01MB0001_"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US

--_000_AM0PR01MB0001_
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="_001_AM0PR01MB0001_"

--_001_AM0PR01MB0001_
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups: ${to}=20

--_001_AM0PR01MB0001_
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: base64

PGh0bWw+PGJvZHk+PC9ib2R5PjwvaHRtbD4=

--_001_AM0PR01MB0001_--

--_000_AM0PR01MB0001_
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB0001.eurprd01.prod.example.com
Received-From-MTA: dns;shop.example
Arrival-Date: Thu, 19 Nov 2026 12:00:00 +0000

Final-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}
X-Display-Name: Ira

--_000_AM0PR01MB0001_
Content-Type: message/rfc822

From: Shop <news@shop.example>
To: ${to}
Subject: The sale has begun

Hello!

--_000_AM0PR01MB0001_--
`);

export const gmailBounce = ({ to, action = 'failed', status = '5.1.1', diagnostic }: Bounce) =>
  wire(`Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
X-Failed-Recipients: ${to}
Content-Type: multipart/report; boundary="000000000000aabbcc0612345678"; report-type=delivery-status

--000000000000aabbcc0612345678
Content-Type: multipart/related; boundary="000000000000aabbdd0612345679"

--000000000000aabbdd0612345679
Content-Type: multipart/alternative; boundary="000000000000aabbee061234567a"

--000000000000aabbee061234567a
Content-Type: text/plain; charset="UTF-8"

** Address not found **

--000000000000aabbee061234567a--
--000000000000aabbdd0612345679--
--000000000000aabbcc0612345678
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Arrival-Date: Thu, 19 Nov 2026 04:00:00 -0800 (PST)
X-Original-Message-ID: <1@shop.example>

Final-Recipient: rfc822; ${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (2001:db8::1b, the server for the domain
 example.test.)
Diagnostic-Code: ${diagnostic ?? `smtp; 550-${status} The email account that you tried to reach does not exist. Please try\n 550-${status} double-checking the recipient's email address`}
Last-Attempt-Date: Thu, 19 Nov 2026 04:00:01 -0800 (PST)

--000000000000aabbcc0612345678
Content-Type: message/rfc822

Subject: The sale has begun
To: ${to}

----- Message truncated -----

--000000000000aabbcc0612345678--
`);

interface Complaint {
  to: string;
  type?: string;
}

export const yahooComplaint = ({ to, type = 'abuse' }: Complaint) =>
  wire(`From: Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.example.com>
Subject: FW: The sale has begun
MIME-Version: 1.0
Content-Type: multipart/report; boundary="=_arf_1"; report-type=feedback-report

--=_arf_1
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message from shop.example on Thu, 19 Nov 2026 12:00:00 UTC

--=_arf_1
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: Yahoo!-Mail-Feedback/2.0
Version: 0.1
Original-Mail-From: <bounce@shop.example>
Original-Rcpt-To: ${to}
Received-Date: Thu, 19 Nov 2026 12:00:00 UTC
Reported-Domain: shop.example
Authentication-Results: example.com; dkim=pass

--=_arf_1
Content-Type: message/rfc822
Content-Disposition: inline

From: Shop <news@shop.example>
Subject: The sale has begun

--=_arf_1--
`);

/** It names nobody. */
export const outlookComplaint = ({ type = 'abuse' }: Partial<Complaint> = {}) =>
  wire(`From: <staff@hotmail.example.com>
Subject: complaint about message from 192.0.2.7
MIME-Version: 1.0
Content-Type: multipart/report; report-type="feedback-report"; boundary="----=_Part_2_1"

------=_Part_2_1
Content-Type: text/plain

This is an email abuse report.

------=_Part_2_1
Content-Type: message/feedback-report
Content-Transfer-Encoding: base64

${Buffer.from(`Feedback-Type: ${type}\r\nUser-Agent: SRS/1.0\r\nVersion: 1\r\nSource-IP: 192.0.2.7\r\n`).toString('base64')}

------=_Part_2_1
Content-Type: message/rfc822

X-HmXmrOriginalRecipient: <redacted>
Subject: The sale has begun

------=_Part_2_1--
`);

export const vacationMail = (to: string) =>
  wire(`From: ${to}
Subject: Out of office: The sale has begun
Auto-Submitted: auto-replied
X-Failed-Recipients: ${to}
Content-Type: text/plain

Action: failed
Status: 5.1.1

I am on vacation.
`);
