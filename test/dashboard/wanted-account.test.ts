// For which account the page signs a machine in.

import { describe, expect, it } from 'vitest'
import { firstChosen, missing } from '../../dashboard/page/data/wanted-account.ts'

const accounts = [
  { id: 'quiet', kind: 'organization', isReady: false },
  { id: 'acme', kind: 'organization', isReady: true },
  { id: 'books', kind: 'organization', isReady: true },
] as const

describe('the account of a machine', () => {
  it.each([
    [undefined, 'acme'],
    ['books', 'books'],
    ['quiet', ''],
    ['toys', ''],
  ])('that was told %s is %j at first', (wanted, chosen) => expect(firstChosen(accounts, wanted)).toBe(chosen))

  it.each([
    ['quiet', 'The command asks for quiet, which has no API access yet.'],
    ['toys', 'The command asks for toys, to which you do not belong.'],
    ['acme. Approve it all the same', 'The command asks for an account, to which you do not belong.'],
    ['', 'The command asks for an account, to which you do not belong.'],
  ])('that was told %j is told as far as it is a name', (wanted, said) => expect(missing(accounts, wanted)).toBe(said))
})
