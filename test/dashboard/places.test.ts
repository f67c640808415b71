// Where members can go, by what they may do.

import { expect, it } from 'vitest'
import { permissionsOf } from '../../core/people/roles.ts'
import type { AccountEntry } from '../../dashboard/page/data/types.ts'
import { firstAccount, placesOf } from '../../dashboard/page/parts/places.ts'

const entry = (id: string, role: string, kind: AccountEntry['kind'] = 'organization'): AccountEntry => ({
  ...{ id, kind, role, apiAccess: true, mode: 'repeated' },
  permissions: [...permissionsOf(role, kind)],
})
const names = (account: AccountEntry) => placesOf(account).map(({ name }) => name)

it('a member has the places that the role opens', () => {
  expect(names(entry('acme', 'viewer'))).toEqual(['Overview', 'Sessions', 'Usage', 'API keys', 'Settings'])
  expect(names(entry('p-1', 'owner', 'personal'))).toEqual([
    'Overview',
    'Sessions',
    'Usage',
    'Command line',
    'Settings',
  ])
})

it('with a role that is not known here there is no place, and the dashboard begins in another account', () => {
  const [acme, books] = [entry('acme', 'auditor'), entry('books', 'viewer')]
  expect(names(acme)).toEqual([])
  expect(firstAccount([acme, books])).toBe(books)
  expect(firstAccount([acme])).toBe(acme)
  expect(firstAccount([])).toBeUndefined()
})
