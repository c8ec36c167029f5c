import { parseArgs } from 'node:util';
import { readConfig, readEnvironment } from './config.ts';
import { createLog } from './infra/log.ts';
import { StartupError } from './infra/startup-error.ts';
import { openPlatform, type Platform } from './platform.ts';
import { runProgram } from './program.ts';

interface Command {
  summary: string;
  run: (platform: Platform) => Promise<object[]>;
}

/** One entry per command. What it returns is printed as JSON lines, and nothing else goes to standard output. */
const commands = new Map<string, Command>([
  [
    'migrate',
    {
      summary: 'bring the database up to date',
      run: async ({ database }) => {
        const { rows } = await database.pool.query(
          'SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations',
        );
        return rows;
      },
    },
  ],
]);

class UsageError extends StartupError {
  override readonly exitCode = 2;
}

runProgram(
  async ({ signal, resources }) => {
    const command = parseCommand(process.argv.slice(2));
    const config = readConfig(readEnvironment());
    const platform = await openPlatform({ config, log: createLog('warn'), role: 'cli', signal });
    resources.defer(platform.close);
    await platform.prepare();
    for (const line of await command.run(platform)) process.stdout.write(`${JSON.stringify(line)}\n`);
  },
  { isServer: false },
);

function parseCommand(args: string[]): Command {
  const { positionals } = parse(args);
  const command = commands.get(positionals.join(' '));
  if (command) return command;
  const usage = [...commands].map(([name, { summary }]) => `  ${name.padEnd(20)} ${summary}`);
  throw new UsageError(['Usage: npm run --silent cli -- <command>', ...usage].join('\n'));
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
