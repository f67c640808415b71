// What the page says beside figures: that something failed, and what to do; that nothing is there yet.

import type { ComponentChildren } from 'preact'
import type { ApiError } from '../data/api.ts'

/** Where a person goes on whom this screen is closed to, or for whom nothing is there. */
const wayOn = (): { readonly to: string; readonly name: string } => {
  const [account] = /^\/accounts\/[^/]+/.exec(location.pathname) ?? []
  if (account === undefined) return { to: '/', name: 'To the dashboard' }
  return { to: account, name: location.pathname === account ? 'Load the page again' : 'To the overview' }
}

/** Asks anew what the person may do, because that is what has changed where a screen that led here is refused. */
const WayOn = () => {
  const { to, name } = wayOn()
  return (
    <button type="button" onClick={() => location.assign(to)}>
      {name}
    </button>
  )
}

interface FailureProps {
  readonly error: ApiError
  readonly retry: () => void
  /** What leads on from what is not there or not allowed; `null` where that stands below. */
  readonly onward?: ComponentChildren
}

/** That something failed, and one way on: asked again, what is refused would be refused again. */
export const Failure = ({ error: { status, message }, retry, onward = <WayOn /> }: FailureProps) => (
  <div class="notice notice-cost" role="alert">
    <p>
      <strong>{status === 403 ? 'Not allowed.' : status === 404 ? 'Not found.' : 'That did not work.'}</strong>{' '}
      {message}
    </p>
    {status === 403 || status === 404 ? (
      onward
    ) : (
      <button type="button" onClick={retry}>
        Try again
      </button>
    )}
  </div>
)

export const Notice = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ComponentChildren
  action?: ComponentChildren
}) => (
  <div class="notice">
    <p>
      <strong>{title}</strong> {children}
    </p>
    {action}
  </div>
)

/** Stands where figures will be, the first time alone. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="visually-hidden">Loading</span>
    <div />
    <div />
    <div />
  </div>
)
