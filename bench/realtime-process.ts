// Clients run in their own processes, apart from the measurement and the server.
import { fork } from 'node:child_process';

type Command = (body: never) => Promise<unknown>;
type Commands = Record<string, Command>;
type Answer<C extends Command> = Awaited<ReturnType<C>>;

export interface Clients<C extends Commands> {
  ask: <Name extends keyof C & string>(name: Name, body: Parameters<C[Name]>[0]) => Promise<Answer<C[Name]>>;
  stop: () => void;
}

/** Starts a script that answers commands. */
export function startClients<C extends Commands>(script: URL): Clients<C> {
  const child = fork(script, { execArgv: [], serialization: 'advanced' });
  const kill = () => void child.kill();
  process.once('exit', kill);
  return {
    ask: (name, body) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${script.pathname} ended during ${name}`));
        child.once('exit', onExit);
        child.once('message', ({ data, error }: { data: never; error?: string }) => {
          child.off('exit', onExit);
          if (error) reject(new Error(`${name}: ${error}`));
          else resolve(data);
        });
        child.send({ name, body });
      }),
    stop() {
      process.off('exit', kill);
      kill();
    },
  };
}

/** Answers commands in order. */
export function serve(commands: Commands) {
  process.on('message', ({ name, body }: { name: string; body: never }) => {
    (commands[name] as Command)(body).then(
      (data) => process.send?.({ data }),
      (error) => process.send?.({ error: String(error?.stack ?? error) }),
    );
  });
}
