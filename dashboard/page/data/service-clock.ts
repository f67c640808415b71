// What time it is at the service, by which days, months and expiries are counted: a browser's clock may be wrong by years.

/** In milliseconds. */
let ahead = 0

/** Learns from an answer of the service when it was given. To the second, as HTTP tells it. */
export const learnTime = (headers: Headers): void => {
  const told = Date.parse(headers.get('date') ?? '')
  if (!Number.isNaN(told)) ahead = told - Date.now()
}

/** In milliseconds since the epoch; by the browser's clock until the service has answered. */
export const serviceNow = (): number => Date.now() + ahead
