// npm run lab: a server whose messengers are fakes, and a page on which one writes as a customer of any of them, sees what
// arrived, and makes them slow, limited, blocked or broken.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { settingsFor, startAll } from '../../apps/server/test/messengers/all.ts';
import { servePage } from './page.ts';

const PAGE_PORT = 3100;
const { PORT = '3000', DATA_DIR = './data/lab' } = process.env;

const origin = `http://localhost:${PORT}`;
const fakes = await startAll({ avitoReturnsTo: `${origin}/console-api/messengers/avito/callback` });
const url = await servePage(fakes, PAGE_PORT);
const file = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const args = ['--import', file('../../apps/server/runtime.js'), file('../../apps/server/src/main.ts')];
const env = { ...process.env, ...settingsFor(fakes), PORT, DATA_DIR, DEMO: '1' };
const server = spawn(process.execPath, args, { env, stdio: 'inherit' });
console.log(`\n  Lab       ${url}\n`);
// Ctrl-C reaches the server, too: it stops by itself.
process.on('SIGINT', () => undefined);
server.on('exit', (code) => process.exit(code ?? 0));
