import type { Driver } from '../../src/modules/messengers/drivers/driver.ts';
import { driverOf } from '../../src/modules/messengers/drivers/index.ts';
import { hostChat, hostConnected } from './driver-host.ts';
import type { Name, Row } from './driver-row.ts';
import { rows } from './driver-rows.ts';

export const names = Object.keys(rows) as Name[];
export const has = (name: Name, member: keyof Driver) => rows[name].has.split(' ').includes(member);
export const having = (member: keyof Driver) => names.filter((name) => has(name, member));
export const naming = (member: keyof Row) => names.filter((name) => rows[name][member] !== undefined);
/** Vendors that post JSON. */
export const posted = names.filter((name) => !rows[name].isForm && !has(name, 'pollEveryMs'));
/** Every entry of one member of the rows. */
export const entriesOf = <Key extends string, Value>(pick: (row: Row) => Partial<Record<Key, Value>>) =>
  names.flatMap((name) =>
    (Object.entries(pick(rows[name])) as [Key, Value][]).map((entry) => [name, ...entry] as const),
  );

export const driverNamed = (name: Name) =>
  name === 'wa-cloud' || name === 'wa-twilio'
    ? driverOf({ provider: 'wa', is_twilio: name === 'wa-twilio' })
    : driverOf({ provider: name });
export const connected = async (name: Name) => hostConnected(driverNamed(name), await rows[name].start());
export const chat = async (name: Name) => hostChat(driverNamed(name), await rows[name].start());
export const hello = { kind: 'text', text: 'Hello' } as const;
