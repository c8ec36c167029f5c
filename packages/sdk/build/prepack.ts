// Run by `npm pack` before it reads the files.
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { buildPackage, files, isInterrupted, publishedManifest } from './package.ts';

if (isInterrupted()) renameSync(files.kept, files.manifest);
await buildPackage();
copyFileSync(files.manifest, files.kept);
const published = publishedManifest(JSON.parse(readFileSync(files.manifest, 'utf8')));
writeFileSync(files.manifest, `${JSON.stringify(published, null, 2)}\n`);
