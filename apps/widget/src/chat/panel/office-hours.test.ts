import { describe, expect, test } from 'vitest';
import { describeOpening, officeHours } from './office-hours.ts';

const day = { from: '09:00', to: '18:00' };
const week = [day, day, day, day, day, null, null];

const at = (timezone: string, now: string, days: ({ from: string; to: string } | null)[] = week) => {
  const hours = officeHours({ timezone, days }, new Date(now));
  return hours && { isOpen: hours.isOpen, opensAt: hours.opensAt?.toISOString() ?? null };
};
const open = { isOpen: true, opensAt: null };
const opens = (moment: string) => ({ isOpen: false, opensAt: new Date(moment).toISOString() });

describe('office hours', () => {
  test.each([
    ['include the opening time', '2026-01-05T09:00:00+03:00', open],
    ['include the last second', '2026-01-05T17:59:59+03:00', open],
    ['open later the same day', '2026-01-05T08:59:59+03:00', opens('2026-01-05T09:00+03:00')],
    ['open the next morning', '2026-01-05T18:00:00+03:00', opens('2026-01-06T09:00+03:00')],
    ['skip the weekend', '2026-01-09T20:00:00+03:00', opens('2026-01-12T09:00+03:00')],
    ['follow the time zone of the schedule, not UTC', '2026-01-11T22:30:00Z', opens('2026-01-12T09:00+03:00')],
  ])('%s', (_, now, expected) => expect(at('Europe/Moscow', now)).toEqual(expected));

  test('are unknown without a schedule', () => expect(officeHours(null, new Date())).toBeNull());
  test('are unknown if the browser does not know the time zone', () =>
    expect(at('Mars/Olympus', '2026-01-05T09:00Z')).toBeNull());
  test('have no next opening if every day is closed', () => {
    expect(at('UTC', '2026-01-05T09:00Z', Array(7).fill(null))).toEqual({ isOpen: false, opensAt: null });
  });
  test('can be on a single day of the week', () => {
    const mondays = [day, null, null, null, null, null, null];
    expect(at('UTC', '2026-01-05T18:00Z', mondays)).toEqual(opens('2026-01-12T09:00Z'));
  });
});

describe('hours past midnight', () => {
  const night = { from: '22:00', to: '02:00' };
  const nights = Array(7).fill(night);
  test('belong to the day they start on', () => {
    expect(at('UTC', '2026-01-06T01:59Z', [night, null, null, null, null, null, null])).toEqual(open);
    expect(at('UTC', '2026-01-06T23:00Z', [night, null, null, null, null, null, null])).toMatchObject({
      isOpen: false,
    });
  });
  test('end at the closing time', () =>
    expect(at('UTC', '2026-01-06T02:00Z', nights)).toEqual(opens('2026-01-06T22:00Z')));
  test.each([
    ['00:00', '24:00'],
    ['00:00', '00:00'],
  ])('%s to %s is the whole day', (from, to) => {
    for (const hour of ['00:00', '12:00', '23:59']) {
      expect(at('UTC', `2026-01-05T${hour}Z`, Array(7).fill({ from, to }))).toEqual(open);
    }
  });
});

describe('when clocks change', () => {
  // New York: forward at 2 on March 8, back at 2 on November 1.
  const always = (from: string, to: string) => Array(7).fill({ from, to });
  const newYork = (now: string, days = always('09:00', '18:00')) => at('America/New_York', now, days);

  test('opening times follow local time', () => {
    expect(newYork('2026-03-07T20:00-05:00')).toEqual(opens('2026-03-08T09:00-04:00'));
    expect(newYork('2026-10-31T20:00-04:00')).toEqual(opens('2026-11-01T09:00-05:00'));
  });
  test('closing times follow local time', () => {
    expect(newYork('2026-03-08T17:59-04:00')).toEqual(open);
    expect(newYork('2026-03-08T18:00-04:00')).toMatchObject({ isOpen: false });
    expect(newYork('2026-11-01T17:59-05:00')).toEqual(open);
  });
  test('a skipped opening time moves forward with the clock', () => {
    expect(newYork('2026-03-08T00:00-05:00', always('02:30', '18:00'))).toEqual(opens('2026-03-08T03:30-04:00'));
  });
  test('the first occurrence of a repeated opening time counts', () => {
    expect(newYork('2026-11-01T00:00-04:00', always('01:30', '18:00'))).toEqual(opens('2026-11-01T01:30-04:00'));
    expect(newYork('2026-11-01T01:15-05:00', always('01:30', '18:00'))).toEqual(open);
  });
  test('overnight hours end by local time', () => {
    expect(newYork('2026-11-01T05:59-05:00', always('22:00', '06:00'))).toEqual(open);
    expect(newYork('2026-11-01T06:00-05:00', always('22:00', '06:00'))).toMatchObject({ isOpen: false });
  });
  test('a change by half an hour is supported, as on Lord Howe', () => {
    expect(at('Australia/Lord_Howe', '2026-10-03T20:00+10:30', always('09:00', '18:00'))).toEqual(
      opens('2026-10-04T09:00+11:00'),
    );
  });
  test('a change at midnight is supported, as in Beirut', () => {
    expect(at('Asia/Beirut', '2026-03-28T20:00+02:00', always('00:00', '08:00'))).toEqual(
      opens('2026-03-29T01:00+03:00'),
    );
  });
});

describe('in time zones with unusual offsets', () => {
  test.each([
    ['Asia/Kolkata', '+05:30'],
    ['Asia/Kathmandu', '+05:45'],
    ['America/St_Johns', '-03:30'],
    ['Pacific/Chatham', '+13:45'],
    ['Pacific/Kiritimati', '+14:00'],
  ])('%s', (zone, offset) => {
    expect(at(zone, `2026-01-05T08:59${offset}`)).toEqual(opens(`2026-01-05T09:00${offset}`));
    expect(at(zone, `2026-01-05T09:00${offset}`)).toEqual(open);
    expect(at(zone, `2026-01-05T18:00${offset}`)).toEqual(opens(`2026-01-06T09:00${offset}`));
  });
});

describe("the next opening is described in the visitor's local time", () => {
  const describeAt = (opensAt: Date, locale: string) => describeOpening(opensAt, new Date(2026, 0, 5, 8, 0), locale);
  test.each([
    [new Date(2026, 0, 5, 18, 0), 'today at 18:00', 'сегодня в 18:00'],
    [new Date(2026, 0, 6, 0, 5), 'tomorrow at 00:05', 'завтра в 00:05'],
    [new Date(2026, 0, 7, 9, 0), 'on Wednesday at 09:00', 'в среду в 09:00'],
    [new Date(2026, 0, 9, 9, 0), 'on Friday at 09:00', 'в пятницу в 09:00'],
    [new Date(2026, 0, 11, 9, 30), 'on Sunday at 09:30', 'в воскресенье в 09:30'],
    [new Date(2026, 0, 12, 9, 0), 'on January 12 at 09:00', '12 января в 09:00'],
  ])('%s', (opensAt, english, russian) => {
    expect(describeAt(opensAt, 'en')).toBe(english);
    expect(describeAt(opensAt, 'ru')).toBe(russian);
  });

  test('with the Russian preposition for Tuesday', () => {
    expect(describeOpening(new Date(2026, 0, 13, 9, 0), new Date(2026, 0, 10, 8, 0), 'ru')).toBe('во вторник в 09:00');
  });

  test.each([
    ['de', 'morgen um 09:00'],
    ['fr', 'demain à 09:00'],
    ['ja', '明日 9:00'],
    ['vi', 'lúc 09:00 Ngày mai'],
  ])('in %s', (locale, expected) => expect(describeAt(new Date(2026, 0, 6, 9, 0), locale)).toBe(expected));
});
