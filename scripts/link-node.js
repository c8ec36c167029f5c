// Run by npm after an install, with whatever Node the machine has: puts the Node that npm brought first on the path of
// npm scripts. npm 10 would link it and then, clearing away the packages of other platforms, remove the link again.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const { platform, arch } = process;
const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
const modules = fileURLToPath(new URL('../node_modules/', import.meta.url));
const brought = `${modules}${name}/bin/node`;

if (existsSync(brought) && spawnSync(brought, ['--version']).status === 0) {
  mkdirSync(`${modules}.bin`, { recursive: true });
  symlinkSync(`../${name}/bin/node`, `${modules}.bin/node.new-${process.pid}`);
  renameSync(`${modules}.bin/node.new-${process.pid}`, `${modules}.bin/node`);
}
