// Who tells us who people are.

import type { Identified } from './person.ts'

export interface LeavingForIssuer {
  readonly url: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** An OpenID provider. */
export interface Identity {
  /** Throws `StoreUnreachable` if the issuer cannot be asked. */
  leave(): Promise<LeavingForIssuer>
  /** Judges the way back. Throws if the issuer or somebody on the way said anything but what was asked for. */
  return(url: URL, expected: Omit<LeavingForIssuer, 'url'>): Promise<Identified>
  /** Where a browser signs out of the issuer too, if it can. */
  signOutUrl(): Promise<string | undefined>
}
