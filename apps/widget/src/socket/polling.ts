/** The base of the polling transports of Engine.IO. */
interface Polling {
  uri(): string;
  onData(text: string): void;
  onError(what: string, cause: unknown): unknown;
}

/** Polls by `fetch`, with the cookies XMLHttpRequest sends: a load balancer may route by them. */
export const byFetch = (Base: new (options: object) => Polling) =>
  class extends Base {
    doPoll() {
      request(this.uri()).then(
        (text) => this.onData(text),
        (cause) => this.onError('poll', cause),
      );
    }

    doWrite(body: string, done: () => void) {
      request(this.uri(), { method: 'POST', body }).then(done, (cause) => this.onError('post', cause));
    }
  };

async function request(uri: string, init?: RequestInit) {
  const response = await fetch(uri, init);
  if (!response.ok) throw response.status;
  return response.text();
}
