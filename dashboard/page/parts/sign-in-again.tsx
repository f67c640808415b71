// A sign-in ends at some time, or in another tab. Whatever was looked at then, the way leads back to it.

import { isSignedOut } from '../data/api.ts'
import { Dialog } from './dialog.tsx'

/** The way to the issuer and back to this screen, with its query, and without what a failed sign-in has left there. */
export const signInPath = (): string => {
  const query = new URLSearchParams(location.search)
  query.delete('problem')
  const here = query.size === 0 ? location.pathname : `${location.pathname}?${query}`
  return `/auth/sign-in?to=${encodeURIComponent(here)}`
}

const close = (): void => {
  isSignedOut.value = false
}

/** Stands above everything that is open: what was typed there can still be read. */
export const SignInAgain = () =>
  !isSignedOut.value ? null : (
    <Dialog title="Your sign-in has ended" onCancel={close}>
      <p>What was asked just now was not done. Sign in again, and you come back to this screen.</p>
      <div class="actions">
        <button type="button" onClick={close}>
          Not now
        </button>
        <a class="button primary" href={signInPath()} autofocus>
          Sign in again
        </a>
      </div>
    </Dialog>
  )
