// Everything the SDK takes from the contract. In the package, the build puts the same types, written out, in its place.
import type {
  api,
  dashboard,
  EventData,
  EventDeclaration,
  Output,
  Page,
  Route,
  Sent,
  site,
  TextFile,
} from '@parley/contract';
import type { OptionalBody } from './routes.generated.ts';

export type {
  Agent,
  Chat,
  EventName,
  File,
  Message,
  Page,
  ProblemBody,
  ProblemCode,
  VisitorChat,
  VisitorMessage,
} from '@parley/contract';

type Flat<T> = { [Name in keyof T]: T[Name] };

type Params<P> = keyof P extends never ? unknown : { params: P };

type Query<Q> = keyof Q extends never ? unknown : Partial<Q> extends Q ? { query?: Q } : { query: Q };

/** A file, with a name for one that has none. */
interface Upload {
  file: Blob;
  name?: string;
}

type Body<B, IsOptional> = [B] extends [undefined] ? unknown : IsOptional extends true ? { body?: B } : { body: B };

/** Where a file can be sent and a body as well, it is one of them. */
type Content<R extends Route, IsOptional> = R extends { upload: true | 'csv' | 'document' }
  ? [Sent<R>['body']] extends [undefined]
    ? Upload
    : (Upload & { body?: never }) | ({ body: Sent<R>['body'] } & { [Name in keyof Upload]?: never })
  : Body<Sent<R>['body'], IsOptional>;

type Key<R> = R extends { key: string } ? { key?: string } : unknown;

/** What a call of the route is given. */
type CallOf<R extends Route, P, IsOptional> = Flat<
  Params<P> & Query<Sent<R>['query']> & Content<R, IsOptional> & Key<R> & { signal?: AbortSignal }
>;

type Arguments<R extends Route, P, IsOptional> =
  Partial<CallOf<R, P, IsOptional>> extends CallOf<R, P, IsOptional>
    ? [call?: CallOf<R, P, IsOptional>]
    : [call: CallOf<R, P, IsOptional>];

/** A text comes whole, and a redirect as its address. */
type Answer<R extends Route> = Output<R> extends TextFile ? string : Output<R>;

type ClientMethod<R extends Route, P, IsOptional> = ((...args: Arguments<R, P, IsOptional>) => Promise<Answer<R>>) &
  (Output<R> extends Page<infer Item>
    ? {
        /** Every item of every page from here on; a page is asked for when it is needed. */
        each(...args: Arguments<R, P, IsOptional>): AsyncGenerator<Item, void, undefined>;
      }
    : unknown);

type IsOneOf<Name, Names> = Name extends Names ? true : false;

type Contract = typeof api & typeof dashboard;

/** The groups and names of the contract, as functions. */
export type Api = {
  [Group in keyof Contract]: {
    [Name in keyof Contract[Group]]: Contract[Group][Name] extends Route
      ? ClientMethod<
          Contract[Group][Name],
          Sent<Contract[Group][Name]>['params'],
          IsOneOf<`${Group}.${Name & string}`, OptionalBody>
        >
      : never;
  };
};

/** What the widget calls, as functions. The widget is known, so it is no parameter. */
export type VisitorApi = {
  [Name in keyof typeof site.visitor]: ClientMethod<(typeof site.visitor)[Name], Record<never, never>, false>;
};

/** The first answer of the widget's API: the visitor's token, chat and newest messages. */
export type OpenedSession = Output<typeof site.visitor.open>;

/** What a visitor can send. */
export type VisitorContent = Omit<Sent<typeof site.visitor.send>['body'], 'client_message_id'>;

type EventOf<E> = E extends EventDeclaration ? { id: string; type: E['name']; data: EventData<E> } : never;

/** Something that happened, told apart by `type`: ids and enumerations, never texts. */
export type ParleyEvent = EventOf<EventDeclaration>;
