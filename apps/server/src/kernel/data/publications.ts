import type { LiveData, LiveEvent } from '@parley/contract';

/** Names a set of sockets. A socket joins only rooms of its own widget, when it is admitted. */
export type Room = `${string}:${number}` | `${string}:${number}:${number}`;

/** A live event for a room, sent after the commit. Its payload is built only if somebody is in the room. */
export interface Publication {
  event: LiveEvent;
  room: Room;
  payload: () => unknown;
}

export type Publish = <E extends LiveEvent>(event: E, room: Room, data: LiveData<E> | (() => LiveData<E>)) => void;
