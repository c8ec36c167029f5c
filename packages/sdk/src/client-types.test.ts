import { expectTypeOf, test } from 'vitest';
import { type Client, createClient, type ParleyProblem, type ProblemCode } from './index.ts';

// Nothing here is called: the compiler is the test, and an expected error that does not occur fails it.
const client = createClient({ baseUrl: 'http://127.0.0.1' });
const id = 'a'.repeat(32);

test('missing and unknown inputs are compile errors', () => {
  void (() => {
    // @ts-expect-error a body is missing
    client.contacts.create();
    // @ts-expect-error a body is missing
    client.contacts.create({});
    // @ts-expect-error no such field
    client.contacts.create({ body: { nickname: 'Ann' } });
    // @ts-expect-error no such filter
    client.contacts.list({ query: { colour: 'red' } });
    // @ts-expect-error a contact id is a string
    client.contacts.read({ params: { id: 1 } });
    // @ts-expect-error a phrase id is a number
    client.quickPhrases.remove({ params: { id } });
    // @ts-expect-error a path parameter is missing
    client.contacts.removeTag({ params: { id } });
    // @ts-expect-error a read takes no idempotency key
    client.contacts.list({ key: 'k' });
    // @ts-expect-error the route takes no query
    client.account.read({ query: {} });
    // @ts-expect-error only a list has pages
    client.account.read.each();
    // @ts-expect-error no such route
    client.contacts.find();
    // @ts-expect-error an update needs a body, even if each of its fields is optional
    client.contacts.update({ params: { id } });
    // @ts-expect-error a file or a URL is missing
    client.files.create();
    // @ts-expect-error a file or a URL is missing
    client.files.create({ name: 'a.txt' });
    // @ts-expect-error a file and a URL exclude each other
    client.files.create({ file: new Blob(), body: { url: 'https://a.example/a.txt' } });
    // @ts-expect-error only a file has a name
    client.files.create({ body: { url: 'https://a.example/a.txt' }, name: 'a.txt' });
    // @ts-expect-error a stream can't be retried
    client.files.create({ file: new ReadableStream() });
    // @ts-expect-error the route takes no file
    client.contacts.create({ body: { name: 'Ann' }, file: new Blob() });
    // @ts-expect-error site routes belong to the widget
    client.visitor.open();
  });
});

test('optional inputs can be left out', () => {
  void (() => {
    client.account.read();
    client.session.remove({ signal: AbortSignal.timeout(1) });
    client.contacts.list();
    client.contacts.list({ query: { query: 'ann' } });
    client.contacts.create({ body: {}, key: 'k' });
    client.quickPhrases.remove({ params: { id: 1 } });
    client.chats.close({ params: { id: 1 } });
    client.chats.close({ params: { id: 1 }, body: { reason: 'Answered' } });
    client.chats.detachAgent({ params: { id: 1, agent_id: 2 } });
    client.files.create({ file: new Blob(['a']) });
    client.files.create({ file: new File(['a'], 'a.txt'), name: 'b.txt', key: 'k' });
    client.files.create({ body: { url: 'https://a.example/a.txt' } });
    const keyboard = { buttons: [{ label: 'Pay', url: 'https://shop.example/pay' }] };
    client.messages.send({ params: { id: 1 }, body: { type: 'keyboard', body: 'Ready?', keyboard } });
  });
});

test('a field with a default is optional, and accepts only its declared values', () => {
  void (() => {
    client.stats.timeseries();
    client.stats.timeseries({ query: { period: 'week', interval: 'month' } });
    client.chats.list({ query: { view: 'mine' } });
    // @ts-expect-error no such interval
    client.stats.timeseries({ query: { interval: 'hour' } });
    // @ts-expect-error no such order
    client.chats.list({ query: { sort: 'oldest' } });
  });
});

test('responses have the types of the contract', () => {
  type ResponseOf<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
  expectTypeOf<ResponseOf<Client['contacts']['read']>['name']>().toEqualTypeOf<string | null>();
  expectTypeOf<ResponseOf<Client['contacts']['list']>['next_cursor']>().toEqualTypeOf<string | null>();
  expectTypeOf<ResponseOf<Client['contacts']['remove']>>().toEqualTypeOf<void>();
  expectTypeOf<ResponseOf<Client['chats']['readAi']>['ai_enabled']>().toEqualTypeOf<boolean>();
  expectTypeOf<ResponseOf<Client['chats']['transcript']>>().toEqualTypeOf<string>();
  expectTypeOf<ResponseOf<Client['files']['read']>>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<Client['tags']['list']['each']>>().toEqualTypeOf<AsyncGenerator<string, void, undefined>>();
  expectTypeOf<ParleyProblem['code']>().toEqualTypeOf<ProblemCode | undefined>();
});
