// Run by `npm pack` when the package is made.
import { renameSync } from 'node:fs';
import { files } from './package.ts';

renameSync(files.kept, files.manifest);
