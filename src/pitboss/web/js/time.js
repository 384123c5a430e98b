// Moments in one form on every page: 24 hours, and the zone of the reader's own time beside them.

const format = (how) => new Intl.DateTimeFormat("en-GB", how);
const CLOCK = format({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const DAY = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const SHORT_DAY = format({ day: "numeric", month: "short" });
const WHOLE = format({ day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" });

/** The time of day: `22:47:37`. */
export const clock = (ms) => CLOCK.format(ms);

/** The day: `Wednesday, 18 November 2026`. */
export const day = (ms) => DAY.format(ms);

/** The day where little room is: `18 Nov`. */
export const shortDay = (ms) => SHORT_DAY.format(ms);

/** A moment by itself: `18 Nov 2026, 22:47:37 UTC`. */
export const moment = (ms) => WHOLE.format(ms);

/** The zone of a moment, for a heading over times: `UTC`, `GMT+1`. */
export const zone = (ms = Date.now()) => WHOLE.formatToParts(ms).find((part) => part.type === "timeZoneName").value;
