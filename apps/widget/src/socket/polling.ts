/** What long-polling of Engine.IO leaves to those that ask. */
interface Polling {
  uri(): string;
  onData(text: string): void;
  onError(what: string, cause: unknown): unknown;
}

/** Asks by `fetch`, with cookies where XMLHttpRequest had them: a balancer may go by them. */
export const byFetch = (Base: new (options: object) => Polling) =>
  class extends Base {
    doPoll() {
      ask(this.uri()).then(
        (text) => this.onData(text),
        (cause) => this.onError('poll', cause),
      );
    }

    doWrite(body: string, done: () => void) {
      ask(this.uri(), { method: 'POST', body }).then(done, (cause) => this.onError('post', cause));
    }
  };

async function ask(uri: string, init?: RequestInit) {
  const answer = await fetch(uri, init);
  if (!answer.ok) throw answer.status;
  return answer.text();
}
