// How often codes may be asked for and guessed, and how much a person may make. Counters of the service's own limits do the counting.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Charge, ChargeOutcome, CounterStore } from '../access/limits/counters.ts'
import { requestCharge } from '../access/limits/gcra.ts'

const minute = 60_000_000
const wrongCodes = 10
const requestsPerNetwork = 30
const madeAtOnce = 30
const betweenMade = 2 * minute

/** Ten in ten minutes, one a minute from there on. */
const guessOf = (personId: string): Charge => ({
  counter: `person#${personId}#codes`,
  increment: minute,
  tolerance: wrongCodes * minute,
})

/** Who has one address of IPv6 has the network of 64 bits around it. */
const networkOf = (text: string): string => {
  if (isIP(text) !== 6) return text
  const address = ipaddr.process(text)
  return address.kind() === 'ipv4' ? address.toString() : Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}

/** One request for codes from an address. `now` in milliseconds since the epoch, here and below. */
export const chargeRequest = (counters: CounterStore, address: string, now: number): Promise<ChargeOutcome> =>
  counters.take(requestCharge(`address#${networkOf(address)}#device-logins`, requestsPerNetwork), now * 1000)

/** Charged before the code is looked at, so that guesses at once count as well as guesses in a row. */
export const chargeGuess = (counters: CounterStore, personId: string, now: number): Promise<ChargeOutcome> =>
  counters.take(guessOf(personId), now * 1000)

/** A right code is no guess. */
export const giveBackGuess = async (counters: CounterStore, personId: string, now: number): Promise<void> => {
  const { increment, ...guess } = guessOf(personId)
  await counters.take({ ...guess, increment: -increment }, now * 1000)
}

/**
 * One key, token or invitation that a person makes: thirty at once, one in two minutes from there on. Each is a row that stays, and without
 * a bound a member could make so many that no owner can list them, and revoke them, any more.
 */
export const chargeMade = (counters: CounterStore, personId: string, now: number): Promise<ChargeOutcome> =>
  counters.take(
    { counter: `person#${personId}#made`, increment: betweenMade, tolerance: madeAtOnce * betweenMade },
    now * 1000,
  )
