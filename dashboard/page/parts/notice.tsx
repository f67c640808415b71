// What the page says beside figures: that something failed, and what to do; that nothing is there yet.

import type { ComponentChildren } from 'preact'
import type { ApiError } from '../data/api.ts'

export const Failure = ({ error, retry }: { error: ApiError; retry: () => void }) => (
  <div class="notice notice-cost" role="alert">
    <p>
      <strong>
        {error.status === 403 ? 'Not allowed.' : error.status === 404 ? 'Not found.' : 'That did not work.'}
      </strong>{' '}
      {error.message}
    </p>
    {error.status === 403 || error.status === 404 ? null : (
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
