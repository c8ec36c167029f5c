import { expect, test } from 'vitest';
import { withoutDocs } from '../apps/console/vite-contract.ts';

test("the console's build keeps the schemas of routes and leaves their documentation out", () => {
  const declared = `
    export const Head = Type.Object({
      id: doc('Unique id of the "chat".', Id, { example: 218 }),
      parts: doc('Its parts.', Type.Array(Type.Object({ size: doc('In bytes.', Type.Integer()) }))),
    });
    export const list = route({ method: 'GET', path: '/v1/heads', summary: 'List heads', description: "All's here.", body: Head });`;
  const built = withoutDocs(declared);
  expect(built).toContain('id: Id,');
  expect(built).toContain('parts: Type.Array(Type.Object({ size: Type.Integer() })),');
  expect(built).toContain("path: '/v1/heads', summary: '', description: '', body: Head");
});
