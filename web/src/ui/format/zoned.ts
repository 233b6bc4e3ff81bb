/**
 * Charts show project time in any browser zone. echarts knows only local time and UTC, so times are shifted by the
 * zone's offset and drawn as UTC.
 */

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
  /** Wall clock to UTC ms. In the hour that a clock change repeats, the later of the two times. */
  from: (wall: number) => number;
}

const week = 7 * 86_400_000;
const bucket = 15 * 60_000;
const shifts = new Map<string, ZoneShift>();

/** zoneShift returns the two conversions of a zone. */
export function zoneShift(zone: string): ZoneShift {
  let found = shifts.get(zone);
  if (!found) {
    found = shiftOf(zone);
    shifts.set(zone, found);
  }
  return found;
}

/** shiftOf calls Intl, which is slow, once at each end of a week, and per quarter hour only in a week with a change. */
function shiftOf(zone: string): ZoneShift {
  const known = new Map<number, number>();
  const at = (t: number) => {
    let found = known.get(t);
    if (found === undefined) {
      found = zoneOffset(zone, t);
      known.set(t, found);
    }
    return found;
  };
  const offset = (t: number) => {
    const start = Math.floor(t / week) * week;
    const first = at(start);
    return first === at(start + week) ? first : at(Math.floor(t / bucket) * bucket);
  };
  return {
    to: (t) => t + offset(t),
    from: (wall) => {
      const guess = wall - offset(wall);
      return wall - offset(guess);
    },
  };
}
