import { parseArgs } from 'node:util';
import { ConfigError, readConfig, readEnvironment } from './config.ts';
import { createLog } from './infra/log.ts';
import { StartupError } from './infra/startup-error.ts';
import { openPlatform, type Platform } from './platform.ts';

/** One entry a command. It prints JSON lines on standard output and nothing else there. */
const commands: Record<string, { usage: string; run: (platform: Platform) => Promise<object[]> }> = {
  migrate: {
    usage: 'migrate                      bring the database up to date',
    run: async ({ database }) => {
      const { rows } = await database.pool.query(
        'SELECT count(*)::int AS migrations FROM drizzle.__drizzle_migrations',
      );
      return rows;
    },
  },
};

class UsageError extends Error {}

async function run(argv: string[]) {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true, strict: false });
  const command = commands[positionals.join(' ')];
  if (!command)
    throw new UsageError(
      `Usage: npm run --silent cli -- <command>\n${Object.values(commands)
        .map(({ usage }) => `  ${usage}`)
        .join('\n')}`,
    );
  const config = readConfig(readEnvironment());
  const platform = await openPlatform({ config, log: createLog('warn'), role: 'cli' });
  try {
    await platform.prepare();
    for (const line of await command.run(platform)) process.stdout.write(`${JSON.stringify(line)}\n`);
  } finally {
    await platform.close();
  }
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isExpected = error instanceof UsageError || error instanceof StartupError || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
