import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Command, type CommandOptions, fail, UsageError } from './commands/command.ts';
import { commands } from './commands/index.ts';
import { type Config, readConfig, readEnvironment } from './config.ts';
import { systemClock } from './infra/clock.ts';
import { createLog } from './infra/log.ts';
import { StartupError } from './infra/startup-error.ts';
import { createCommits } from './kernel/data/commits.ts';
import { readMoment } from './kernel/data/moments.ts';
import { createUnitOfWork } from './kernel/data/unit-of-work.ts';
import { Problem } from './kernel/problems.ts';
import { openPlatform } from './platform.ts';
import { runProgram } from './program.ts';

runProgram(
  async ({ signal, resources }) => {
    const args = process.argv.slice(2);
    const question = readQuestion(args);
    if (question) return void process.stdout.write(`${help(question)}\n`);
    const { command, options, operands } = parseCommand(args);
    if ('runAlone' in command) return command.runAlone(options, { signal, print });
    const config = readConfig(readEnvironment());
    requireDataDirectory(config);
    const log = createLog('warn');
    const platform = await openPlatform({ config, log, role: 'cli', signal });
    resources.defer(platform.close);
    await platform.prepare();
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
    const unitOfWork = createUnitOfWork({
      database: platform.database,
      clock: readClock(options),
      log,
      vault: platform.vault,
      publicUrl: () => publicUrl,
      hasMailServer: config.SMTP_URL !== undefined,
      // Nothing listens: a running server finds by polling what was committed.
      commits: createCommits(),
    });
    const lines = await command.run({ config, platform, publicUrl, unitOfWork }, options, ...operands).catch(explain);
    lines.forEach(print);
  },
  { isServer: false },
);

function print(line: object) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** The words that help is asked about, by an option or by `help`. */
function readQuestion(args: string[]) {
  if (args[0] === 'help') return args.slice(1);
  return args.some((arg) => arg === '--help' || arg === '-h') ? args : undefined;
}

/** A mistyped DATA_DIR would otherwise become an empty installation. */
function requireDataDirectory({ DATABASE_URL, DATA_DIR }: Config) {
  if (DATABASE_URL || existsSync(DATA_DIR)) return;
  throw new StartupError(
    `${DATA_DIR} does not exist. Set DATA_DIR to the directory of your server, or start the server there first.`,
  );
}

function parseCommand(args: string[]) {
  const name = nameOf(wordsOf(args));
  const command = commands.get(name) ?? fail(usage());
  const { options = {}, required = [], operands = [] } = command;
  const { values, positionals } = parse(args.slice(name.split(' ').length), options, name);
  for (const each of required)
    if (values[each] === undefined) fail(`--${each} is required.\n${describe(name, command)}`);
  if (positionals.length !== operands.length) fail(`Usage: ${describe(name, command)}`);
  return { command, options: values as CommandOptions, operands: positionals };
}

function wordsOf(args: string[]) {
  return args.slice(0, 2).filter((word) => !word.startsWith('-'));
}

function nameOf(words: string[]) {
  return [words.join(' '), words[0] ?? ''].find((each) => commands.has(each)) ?? '';
}

function parse(args: string[], options: NonNullable<Command['options']>, name: string) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${describe(name, commands.get(name))}`);
  }
}

/** `--now` runs a command at another time. */
function readClock({ now }: CommandOptions) {
  if (typeof now !== 'string') return systemClock;
  const moment = readMoment(now) ?? fail('--now must be a time in ISO 8601');
  return () => moment;
}

/** A problem is printed as its detail. */
function explain(error: unknown): never {
  throw error instanceof Problem ? new StartupError(error.message, { cause: error }) : error;
}

/** Of one command, of those that begin with a word, or of all. */
function help(args: string[]) {
  const words = wordsOf(args);
  const name = nameOf(words);
  const command = commands.get(name);
  return command
    ? `Usage: npm run --silent cli -- ${describe(name, command)}\n\n${[command.summary, command.details ?? []].flat().join('\n\n')}`
    : usage(words[0]);
}

function usage(noun = '') {
  const related = [...commands].filter(([name]) => name.startsWith(`${noun} `));
  const lines = (related.length ? related : [...commands]).map(
    ([name, command]) => `  ${describe(name, command).padEnd(64)} ${command.summary}`,
  );
  return ['Usage: npm run --silent cli -- <command>', ...lines].join('\n');
}

function describe(name: string, { options = {}, values = {}, required = [], operands = [] }: Partial<Command> = {}) {
  const words = Object.entries(options).map(([option, { type, multiple }]) => {
    const word = type === 'boolean' ? `--${option}` : `--${option} ${values[option] ?? option.toUpperCase()}`;
    return required.includes(option) ? word : `[${word}]${multiple ? '…' : ''}`;
  });
  return [name, ...operands, ...words].join(' ');
}
