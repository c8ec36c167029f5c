import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import type { TestApp } from './harness.ts';

interface ClientOptions {
  /** As in the URL: `tools=chats`. */
  search?: string;
  headers?: Record<string, string>;
  /** Speaks the stateless revision of 2026, instead of the handshake of 2025. */
  isModern?: boolean;
}

/** The official client, connected to a live app. */
export async function connectMcp(app: TestApp, token: string, { search, headers, isModern }: ClientOptions = {}) {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: isModern ? 'auto' : 'legacy' } },
  );
  const url = new URL(`${app.address}/mcp${search ? `?${search}` : ''}`);
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());

  return Object.assign(client, {
    call: (name: string, args: Record<string, unknown> = {}) => callTool(client, name, args),
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
  });
}

interface Result {
  isError: boolean;
  /** Text of the first part. */
  text: string;
  parts: number;
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  data: any;
}

async function callTool(client: Client, name: string, args: Record<string, unknown>): Promise<Result> {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args });
  const [first] = content;
  return {
    isError,
    text: first?.type === 'text' ? first.text : '',
    parts: content.length,
    data: structuredContent,
  };
}
