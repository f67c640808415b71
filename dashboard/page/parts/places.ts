// Where one can go in an account.

import type { AccountEntry } from '../data/types.ts'

export interface Place {
  readonly name: string
  readonly path: string
  /** The second key after `g`. */
  readonly shortcut: string
  /** Stays in reach of a thumb on a phone. */
  readonly isMain: boolean
}

/** What this member of this account can open. */
export const placesOf = ({ id, permissions }: AccountEntry): readonly Place[] => {
  const base = `/accounts/${id}`
  return [
    ...(permissions.includes('see-savings')
      ? [
          { name: 'Overview', path: base, shortcut: 'o', isMain: true },
          { name: 'Sessions', path: `${base}/sessions`, shortcut: 's', isMain: true },
          { name: 'Usage', path: `${base}/usage`, shortcut: 'u', isMain: true },
        ]
      : []),
    ...(permissions.includes('list-keys')
      ? [{ name: 'API keys', path: `${base}/keys`, shortcut: 'k', isMain: true }]
      : []),
    ...(permissions.includes('own-tokens')
      ? [{ name: 'Command line', path: `${base}/command-line`, shortcut: 'c', isMain: false }]
      : []),
    ...(permissions.includes('manage-members')
      ? [{ name: 'Members', path: `${base}/members`, shortcut: 'm', isMain: false }]
      : []),
    ...(permissions.includes('see-settings')
      ? [{ name: 'Settings', path: `${base}/settings`, shortcut: 'e', isMain: false }]
      : []),
  ]
}

/** Where the dashboard begins: in the first account that has a place for its member. With a role that a newer version gave, none has. */
export const firstAccount = (accounts: readonly AccountEntry[]): AccountEntry | undefined =>
  accounts.find((account) => placesOf(account).length > 0) ?? accounts[0]
