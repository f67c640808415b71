// Before there is anybody to show anything to.

import type { Me } from '../../data/types.ts'
import { usePageTitle } from '../../parts/page-title.ts'
import { signInPath } from '../../parts/sign-in-again.tsx'
import { SignOut } from '../../parts/sign-out.tsx'

const problems: Readonly<Record<string, string>> = {
  'sign-in': 'You were not signed in: the way to the issuer and back was not completed, or took more than ten minutes.',
  start: 'That link belongs to another start of the service. Use the one that it printed last.',
}

export const SignIn = () => {
  usePageTitle('Sign in')
  const problem = problems[new URLSearchParams(location.search).get('problem') ?? '']
  return (
    <main class="center">
      <h1>Compaction</h1>
      <p>See what your account has saved, down to a single request, and make the keys that its clients use.</p>
      {problem === undefined ? null : (
        <p class="notice notice-cost" role="alert">
          {problem}
        </p>
      )}
      <a class="button primary" href={signInPath()}>
        Sign in
      </a>
    </main>
  )
}

export const NoAccount = ({ me }: { readonly me: Me }) => {
  usePageTitle('No account here')
  return (
    <main class="center">
      <h1>No account here</h1>
      <p>
        You are signed in as {me.person.email ?? me.person.name ?? 'somebody'}, who does not belong to this account. An
        owner can send you a link to join.
        {me.operatorContact === undefined ? null : ` Or ask ${me.operatorContact}.`}
      </p>
      <div class="actions">
        {me.accounts.map(({ id, kind }) => (
          <a class="button" key={id} href={`/accounts/${id}`}>
            {kind === 'personal' ? 'Personal account' : id}
          </a>
        ))}
        <SignOut />
      </div>
    </main>
  )
}
