// Which service commands act on, and by which token: the environment says it, or the sign-in that is kept.

import { manifest } from '../world/version.ts'
import type { World } from '../world/world.ts'
import { credentialsPath, currentSignIn, NoSignIn, namedService } from './credentials.ts'
import { looksLikeToken, tokenForm } from './token-form.ts'
import { tokenVariable } from './variables.ts'

/** A service and the token that it knows this person by. */
export interface Service {
  /** The dashboard's origin. */
  readonly url: string
  readonly token: string
}

/** Which line signs in: an address that the environment or this package names need not be given. */
export const signInLine = (
  { COMPACTION_URL: url = '' }: World['environment'],
  service: string | undefined = manifest().service,
): string => (url.trim() === '' && service === undefined ? 'compaction login URL-OF-THE-DASHBOARD' : 'compaction login')

const urlVariable = 'COMPACTION_URL'
/** Where they stand. */
export const urlOfEnvironment = `${urlVariable} in the environment`
export const tokenOfEnvironment = `${tokenVariable} in the environment`

/** What is to be done when the environment's token is not good. */
export const anotherToken = `Unset ${tokenVariable}, or give it a new token`

/** What is to be done when the environment's address is not the service's. */
export const anotherUrl = `Set ${urlVariable} to the dashboard's address`

/** Why no service can be told. `token` and `url`: of the environment, or empty. */
const noService = (world: World, token: string, url: string): NoSignIn => {
  const signIn = `Sign in: ${signInLine(world.environment)}`
  if (token !== '')
    return new NoSignIn(`${tokenVariable} is set, and nothing says for which service.`, tokenOfEnvironment, anotherUrl)
  if (url === '') return new NoSignIn('You are not signed in.', credentialsPath(world), signIn)
  return new NoSignIn(`You are not signed in at ${url}, which ${urlVariable} names.`, urlOfEnvironment, signIn)
}

/**
 * The service that commands act on: of `COMPACTION_TOKEN` and `COMPACTION_URL`, otherwise of the sign-in that is kept. Throws
 * `Failed` where there is none.
 */
export const currentService = (world: World): Service => {
  const { COMPACTION_TOKEN: token = '' } = world.environment
  // A service key, or a part of a token, is easily taken for one, and would be told as one that has ended.
  if (token !== '' && !looksLikeToken(token))
    throw new NoSignIn(`${tokenVariable} holds no token: ${tokenForm}.`, tokenOfEnvironment, anotherToken)
  const url = namedService(world.environment)
  if (token !== '' && url !== undefined) return { url, token }
  const signIn = currentSignIn(world)
  if (signIn === undefined) throw noService(world, token, url ?? '')
  return { url: signIn.url, token: token || signIn.token }
}

/** Whether a token is the environment's, which wins over every sign-in: to sign in again would change nothing. */
export const isOfEnvironment = ({ environment }: Pick<World, 'environment'>, token: string): boolean =>
  token === environment[tokenVariable]
