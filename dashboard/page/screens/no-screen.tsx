// What stands at an address that has no screen, or none for who asks.

import type { AccountEntry } from '../data/types.ts'
import { usePageTitle } from '../parts/page-title.ts'
import { placesOf } from '../parts/places.ts'

export const NoScreen = () => {
  usePageTitle('No such page')
  return (
    <main class="center">
      <h1>There is no such page</h1>
      <p>Nothing of the dashboard is at this address.</p>
      <a class="button" href="/">
        To the dashboard
      </a>
    </main>
  )
}

/** At an address of an account that was typed, and where a member may open nothing: no other way leads here. */
export const NotAllowed = ({ account }: { readonly account: AccountEntry }) => (
  <>
    <h1>Not allowed</h1>
    <p>
      {account.kind === 'personal'
        ? 'A personal account has no API keys and no other members. Its requests come from the command line.'
        : `You are ${account.role} in ${account.id}, and this page needs another role. An owner can give it to you.`}
    </p>
    {placesOf(account).length === 0 ? null : (
      <div>
        <a class="button" href={`/accounts/${account.id}`}>
          To the overview
        </a>
      </div>
    )}
  </>
)
