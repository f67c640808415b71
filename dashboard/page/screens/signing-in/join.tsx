// An invitation: to which account, as what, by whom.

import { useState } from 'preact/hooks'
import { ApiError, send } from '../../data/api.ts'
import { date } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import type { Me } from '../../data/types.ts'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { SignOut } from '../../parts/sign-out.tsx'

interface Invitation {
  readonly account: string
  readonly role: string
  readonly invitedBy: string
  readonly expiresAt: string
}

export const Join = ({ token, me }: { readonly token: string; readonly me: Me }) => {
  usePageTitle('Invitation')
  const path = `/api/join/${encodeURIComponent(token)}`
  const { data, error, reload } = useResource<Invitation>(path)
  const [failure, setFailure] = useState<ApiError | undefined>()
  const accept = async (): Promise<void> => {
    try {
      const { account } = await send<{ account: string }>(path)
      location.assign(`/accounts/${account}`)
    } catch (reason) {
      setFailure(reason instanceof ApiError ? reason : new ApiError(0, 'The page failed.'))
    }
  }
  const failed = failure ?? error
  if (failed !== undefined)
    return (
      <main class="center">
        <h1>Join an account</h1>
        <Failure error={failed} retry={failure === undefined ? reload : accept} onward={null} />
        <p>
          You are signed in as {me.person.email ?? me.person.name ?? 'somebody'}. If the link is for another of your
          addresses, sign out, and open it again.
        </p>
        <div class="actions">
          <a class="button" href="/">
            To the dashboard
          </a>
          <SignOut />
        </div>
      </main>
    )
  if (data === undefined)
    return (
      <main class="center">
        <Skeleton />
      </main>
    )
  return (
    <main class="center">
      <h1>Join {data.account}</h1>
      <p>
        {data.invitedBy} invites you to {data.account} as {data.role}. You are signed in as{' '}
        {me.person.email ?? me.person.name}.
      </p>
      <p class="muted small">The link is good once, until {date(data.expiresAt, zone.value)}.</p>
      <button type="button" class="primary" onClick={accept}>
        Accept
      </button>
    </main>
  )
}
