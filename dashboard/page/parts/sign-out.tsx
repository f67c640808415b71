// The way out, of the dashboard and of the issuer.

import { useState } from 'preact/hooks'
import { failureOf, send } from '../data/api.ts'

export const SignOut = () => {
  const [failure, setFailure] = useState('')
  const signOut = async (): Promise<void> => {
    try {
      const { signOutUrl } = await send<{ signOutUrl: string }>('/auth/sign-out')
      location.assign(signOutUrl)
    } catch (error) {
      // Who leaves a machine must not take it for done.
      setFailure(`You are still signed in. ${failureOf(error)}`)
    }
  }
  return (
    <>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      {failure === '' ? null : (
        <span class="cost small" role="alert">
          {failure}
        </span>
      )}
    </>
  )
}
