import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@parley/contract';
import { Form } from '../../../../test/call.ts';
import { withToken } from '../../../../test/callers.ts';
import type { Fixtures } from '../../../../test/fixtures.ts';

let fileServer: Promise<string> | undefined;

/** A file on a local server. */
function fileAddress() {
  fileServer ??= new Promise((resolve) => {
    const server = createServer((_request, response) => void response.end('hello'));
    server.listen(0, '127.0.0.1', () => {
      server.unref();
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hello.txt`);
    });
  });
  return fileServer;
}

export const fixtures: Fixtures = {
  resources: {
    file: async (app, owner) => {
      const call = await withToken(app, owner);
      return { id: (await call(api.files.create, { body: new Form('hello.txt', 'hello') })).data.id };
    },
  },
  bodies: [[api.files.create, async () => ({ url: await fileAddress() })]],
};
