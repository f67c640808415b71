// The way out, of the dashboard and of the issuer.

import { send } from '../data/api.ts'

const signOut = async (): Promise<void> => {
  const { signOutUrl } = await send<{ signOutUrl: string }>('/auth/sign-out')
  location.assign(signOutUrl)
}

export const SignOut = () => (
  <button type="button" onClick={signOut}>
    Sign out
  </button>
)
