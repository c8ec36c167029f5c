import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sign } from '../kernel/deliveries/signature.ts';

const guide = readFileSync(new URL('../../../../docs/guides/signatures.md', import.meta.url), 'utf8');
const SECRET = 'whsec_ключ';
const BODY = '{"id":"evt_1","type":"chat.closed","data":{"reason":"ё"}}';
const valid = sign(BODY, SECRET);

/** Body, header, secret, and whether they belong together. */
const VECTORS: [string, string, string, boolean][] = [
  [BODY, valid, SECRET, true],
  ['', sign('', SECRET), SECRET, true],
  [`${BODY} `, valid, SECRET, false],
  [BODY, valid, 'whsec_other', false],
  [BODY, sign(BODY, 'whsec_other'), SECRET, false],
  [BODY, '', SECRET, false],
  [BODY, valid.replace('sha256=v1:', ''), SECRET, false],
  [BODY, valid.replace('v1', 'v2'), SECRET, false],
  [BODY, valid.slice(0, -1), SECRET, false],
  [BODY, `${valid}00`, SECRET, false],
  [BODY, valid.replace(/.$/, 'ж'), SECRET, false],
  [BODY, sign(BODY, ''), '', false],
];

interface Language {
  extension: string;
  /** What the code of the guide must do, also where the language is not installed. */
  steps: RegExp[];
  /** Prints `true` or `false` for each vector, on a line each; arguments are base64. */
  program: (code: string, calls: string[]) => string;
  command: string[];
  /** How a vector is passed to `verify`. */
  call: (body: string, header: string, secret: string) => string;
}

const base64 = (text: string) => `"${Buffer.from(text).toString('base64')}"`;

const LANGUAGES: Record<string, Language> = {
  js: {
    extension: 'mjs',
    steps: [/createHmac\('sha256', secret\)\.update\(body\)/, /timingSafeEqual\(/],
    command: [process.execPath],
    call: (body, header, secret) =>
      `console.log(verify(of(${base64(body)}), String(of(${base64(header)})), String(of(${base64(secret)}))));`,
    program: (code, calls) => [code, "const of = (text) => Buffer.from(text, 'base64');", ...calls].join('\n'),
  },
  py: {
    extension: 'py',
    steps: [/hmac\.new\(secret\.encode\(\), body, hashlib\.sha256\)/, /compare_digest\(/],
    command: ['python3'],
    call: (body, header, secret) =>
      `print(str(verify(b64decode(${base64(body)}), b64decode(${base64(header)}).decode(), b64decode(${base64(secret)}).decode())).lower())`,
    program: (code, calls) => ['from base64 import b64decode', code, ...calls].join('\n'),
  },
  php: {
    extension: 'php',
    steps: [/hash_hmac\('sha256', \$body, \$secret\)/, /hash_equals\(/],
    command: ['php'],
    call: (...vector) =>
      `echo verify(${vector.map((each) => `base64_decode(${base64(each)})`).join(', ')}) ? "true\\n" : "false\\n";`,
    program: (code, calls) => ['<?php', code, ...calls].join('\n'),
  },
  go: {
    extension: 'go',
    steps: [/hmac\.New\(sha256\.New, \[\]byte\(secret\)\)/, /hmac\.Equal\(/],
    command: ['go', 'run'],
    call: (body, header, secret) =>
      `fmt.Println(verify(of(${base64(body)}), string(of(${base64(header)})), string(of(${base64(secret)}))))`,
    program: (code, calls) =>
      `package main\n\n${code.replace('import (', 'import (\n\t"encoding/base64"\n\t"fmt"')}
func of(text string) []byte { bytes, _ := base64.StdEncoding.DecodeString(text); return bytes }
func main() {\n${calls.join('\n')}\n}`,
  },
  rb: {
    extension: 'rb',
    steps: [/HMAC\.hexdigest\("SHA256", secret, body\)/, /fixed_length_secure_compare\(/],
    command: ['ruby'],
    call: (...vector) => `puts verify(${vector.map((each) => `${base64(each)}.unpack1("m")`).join(', ')})`,
    program: (code, calls) => [code, ...calls].join('\n'),
  },
};

function codeOf(language: string) {
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(guide) ?? [];
  return code;
}

const isInstalled = ([program = '']: string[]) => !spawnSync(program, ['--version']).error;

test.for(Object.keys(LANGUAGES))('the code of the guide verifies what the server signs: %s', (language) => {
  const { extension, steps, program, command, call } = LANGUAGES[language] as Language;
  const code = codeOf(language);
  for (const step of [...steps, /sha256=v1:/]) expect(code).toMatch(step);
  if (!isInstalled(command)) return;
  const directory = mkdtempSync(path.join(tmpdir(), 'signatures-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, `main.${extension}`);
  writeFileSync(
    file,
    program(
      code,
      VECTORS.map(([body, header, secret]) => call(body, header, secret)),
    ),
  );
  const [name = '', ...options] = command;
  const { stdout, stderr } = spawnSync(name, [...options, file], { encoding: 'utf8', timeout: 60_000 });
  expect([stderr, stdout.trim().split('\n')]).toEqual(['', VECTORS.map(([, , , isValid]) => String(isValid))]);
});

test('the vectors of the guide are those of the server', () => {
  const [, body = '', header] = /\| `whsec_guide` \| `(.*?)` \| `(sha256=v1:\w+)` \| yes \|/.exec(guide) ?? [];
  expect(sign(body, 'whsec_guide')).toBe(header);
});
