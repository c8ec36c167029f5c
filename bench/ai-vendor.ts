// A model vendor in its own process. It answers each request after the milliseconds in the name of the model, `wait-1000`.
// GET /taken returns arrivals since the last call, as the milliseconds since the time that the last message names.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODEL, randomFrom, vectorOf } from './kb-chunks.ts';

interface Asked {
  model: string;
  messages: { content: string }[];
  /** Texts to embed. */
  input?: string[];
}

/** Vendors take as long for a request, or longer. */
const EMBEDDING_MS = 100;

/** Vectors, of which a text gets one by its length. */
const vectors = Array.from({ length: 61 }, (_, seed) => JSON.stringify(Array.from(vectorOf(randomFrom(seed)))));

function embed(texts: string[]) {
  const data = texts.map((text, index) => {
    const embedding = vectors[text.length % vectors.length];
    return `{"object":"embedding","index":${index},"embedding":${embedding}}`;
  });
  return `{"object":"list","model":"${MODEL}","usage":{"prompt_tokens":9,"total_tokens":9},"data":[${data.join()}]}`;
}

let taken: number[] = [];

const now = () => performance.timeOrigin + performance.now();

function answer(response: ServerResponse, model: string) {
  const event = (choice: object, rest: object = {}) =>
    `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices: [choice], ...rest })}\n\n`;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(event({ index: 0, delta: { role: 'assistant', content: `Tomorrow, ${crypto.randomUUID()}` } }));
  response.write(
    event({ index: 0, delta: {}, finish_reason: 'stop' }, { usage: { prompt_tokens: 1, completion_tokens: 1 } }),
  );
  response.end('data: [DONE]\n\n');
}

const server = createServer(async (request, response) => {
  const at = now();
  if (request.url === '/taken') {
    response.end(JSON.stringify(taken));
    taken = [];
    return;
  }
  const { model, messages, input }: Asked = JSON.parse(await text(request));
  if (input) {
    await sleep(EMBEDDING_MS);
    return void response.end(embed(input));
  }
  const sent = /@(\w+)/.exec(messages.at(-1)?.content ?? '')?.[1];
  if (sent) taken.push(at - Number.parseInt(sent, 36) / 1_000);
  await sleep(Number(/wait-(\d+)/.exec(model)?.[1] ?? 0));
  answer(response, model);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  console.log(`Open http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('SIGINT', () => process.exit(0));
