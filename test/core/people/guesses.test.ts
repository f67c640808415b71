import { expect, it } from 'vitest'
import { chargeGuess, chargeRequest, giveBackGuess } from '../../../core/people/guesses.ts'
import { memoryCounters } from '../../../testkit/memory/counters.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

/** How many of the requests from these addresses, one after another, are admitted. */
const admittedOf = async (addresses: readonly string[]): Promise<number> => {
  const counters = memoryCounters()
  let admitted = 0
  for (const address of addresses) if ((await chargeRequest(counters, address, now)).admitted) admitted += 1
  return admitted
}
const fifty = (addressOf: (index: string) => string): string[] =>
  Array.from({ length: 50 }, (_, index) => addressOf(index.toString(16)))

it('an address asks for thirty codes a minute', async () => {
  expect(await admittedOf(fifty(() => '203.0.113.7'))).toBe(30)
  expect(await admittedOf(fifty((index) => `203.0.113.${Number.parseInt(index, 16)}`))).toBe(50)
})

it.each([
  ['of one network of IPv6', (index: string) => `2001:db8:1:2:${index}00::${index}`],
  ['of IPv4 in both spellings', (index: string) => (index.length > 1 ? '203.0.113.7' : '::ffff:203.0.113.7')],
  ['that are none', () => 'unknown'],
  ['of one interface', (index: string) => `fe80::${index}%eth0`],
])('addresses %s count as one', async (_name, addressOf) => {
  expect(await admittedOf(fifty(addressOf))).toBe(30)
})

it('networks of IPv6 count each by itself', async () => {
  expect(await admittedOf(fifty((index) => `2001:db8:1:${index}::1`))).toBe(50)
})

it('a right code gives back the guess that it was, and no wrong one', async () => {
  const counters = memoryCounters()
  const guess = async (): Promise<boolean> => (await chargeGuess(counters, 'ana', now)).admitted
  for (let wrong = 0; wrong < 9; wrong += 1) expect(await guess()).toBe(true)

  expect(await guess()).toBe(true)
  await giveBackGuess(counters, 'ana', now)

  expect([await guess(), await guess()]).toEqual([true, false])
})
