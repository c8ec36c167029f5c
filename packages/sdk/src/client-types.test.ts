import { expectTypeOf, test } from 'vitest';
import { type Client, createClient, type ParleyProblem, type ProblemCode } from './index.ts';

// Nothing here is called: the compiler is the test, and a line that it accepts against expectation fails it.
const client = createClient({ baseUrl: 'http://127.0.0.1' });
const id = 'a'.repeat(32);

test('what a route needs is demanded, and what it does not know is refused', () => {
  void (() => {
    // @ts-expect-error a body is missing
    client.contacts.create();
    // @ts-expect-error a body is missing
    client.contacts.create({});
    // @ts-expect-error no such member
    client.contacts.create({ body: { nickname: 'Ann' } });
    // @ts-expect-error no such filter
    client.contacts.list({ query: { colour: 'red' } });
    // @ts-expect-error the id of a contact is a text
    client.contacts.read({ params: { id: 1 } });
    // @ts-expect-error the id of a phrase is a number
    client.quickPhrases.remove({ params: { id } });
    // @ts-expect-error a name of the path is missing
    client.contacts.removeTag({ params: { id } });
    // @ts-expect-error a read has no key
    client.contacts.list({ key: 'k' });
    // @ts-expect-error the route takes no query
    client.account.read({ query: {} });
    // @ts-expect-error only a list has pages
    client.account.read.each();
    // @ts-expect-error no such route
    client.contacts.find();
    // @ts-expect-error a change of nothing is refused, whatever may be left out of it
    client.contacts.update({ params: { id } });
    // @ts-expect-error a file or an address is missing
    client.files.create();
    // @ts-expect-error a file or an address is missing
    client.files.create({ name: 'a.txt' });
    // @ts-expect-error a file and an address are one too many
    client.files.create({ file: new Blob(), body: { url: 'https://a.example/a.txt' } });
    // @ts-expect-error a name is of a file
    client.files.create({ body: { url: 'https://a.example/a.txt' }, name: 'a.txt' });
    // @ts-expect-error a stream can't be sent again
    client.files.create({ file: new ReadableStream() });
    // @ts-expect-error the route takes no file
    client.contacts.create({ body: { name: 'Ann' }, file: new Blob() });
    // @ts-expect-error what pages of a site call is the widget's
    client.visitor.open();
  });
});

test('what a route does not need can be left out', () => {
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

test('a member with a default can be left out, and no other value can be given for it', () => {
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

test('answers have the types of the contract', () => {
  type Answer<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
  expectTypeOf<Answer<Client['contacts']['read']>['name']>().toEqualTypeOf<string | null>();
  expectTypeOf<Answer<Client['contacts']['list']>['next_cursor']>().toEqualTypeOf<string | null>();
  expectTypeOf<Answer<Client['contacts']['remove']>>().toEqualTypeOf<void>();
  expectTypeOf<Answer<Client['chats']['readAi']>['ai_enabled']>().toEqualTypeOf<boolean>();
  expectTypeOf<Answer<Client['chats']['transcript']>>().toEqualTypeOf<string>();
  expectTypeOf<Answer<Client['files']['read']>>().toEqualTypeOf<string>();
  expectTypeOf<ReturnType<Client['tags']['list']['each']>>().toEqualTypeOf<AsyncGenerator<string, void, undefined>>();
  expectTypeOf<ParleyProblem['code']>().toEqualTypeOf<ProblemCode | undefined>();
});
