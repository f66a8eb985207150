/** The server's clock, by the Server-Time of answers and frames. */
let offset = 0;
let bestTrip = Infinity;
let measuredAt = 0;

/** Learns from an answer: sent and received are performance.now() of the request. */
export function learnTime(serverMs: number, sent: number, received: number) {
  const trip = received - sent;
  const stale = received - measuredAt > 60_000;
  if (trip > bestTrip && !stale) return;
  bestTrip = trip;
  measuredAt = received;
  offset = serverMs + trip / 2 - (performance.timeOrigin + received);
}

/** The server's present time in Unix milliseconds. */
export const serverNow = () => performance.timeOrigin + performance.now() + offset;
