/** Charts show project time, whatever zone the browser is in. echarts only knows local time and
 *  UTC, so times go in shifted by the zone's offset and the axis is told to be UTC. */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let found = formatters.get(zone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formatters.set(zone, found);
  }
  return found;
}

/** Offset of a zone from UTC at a time, in ms; east is positive. */
export function zoneOffset(zone: string, t: number): number {
  const whole = Math.floor(t / 1000) * 1000;
  const part: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(whole)) {
    if (type !== 'literal') part[type] = Number(value);
  }
  const wall = Date.UTC(part.year ?? 1970, (part.month ?? 1) - 1, part.day, part.hour, part.minute, part.second);
  return wall - whole;
}

export interface ZoneShift {
  /** UTC ms to the wall clock of the zone, written as if it were UTC. */
  to: (t: number) => number;
  /** The way back. In the hour that a clock repeats, the later of the two. */
  from: (wall: number) => number;
}

const bucket = 15 * 60_000;

/** zoneShift makes the two conversions, asking Intl once for each quarter of an hour at most. */
export function zoneShift(zone: string): ZoneShift {
  const known = new Map<number, number>();
  const offset = (t: number) => {
    const key = Math.floor(t / bucket);
    let found = known.get(key);
    if (found === undefined) {
      found = zoneOffset(zone, key * bucket);
      known.set(key, found);
    }
    return found;
  };
  return {
    to: (t) => t + offset(t),
    from: (wall) => {
      const guess = wall - offset(wall);
      return wall - offset(guess);
    },
  };
}
