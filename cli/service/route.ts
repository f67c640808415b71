// Where agents send their requests.

import type { World } from '../world/world.ts'
import { askMe, Unreachable } from './ask.ts'
import { currentSignIn } from './credentials.ts'
import { currentService, isOfEnvironment } from './current.ts'
import type { Route } from './variables.ts'

/** Where agents send their requests, and what they send along: no token of the environment that has ended. */
export const currentRoute = async (world: World): Promise<Route> => {
  const service = currentService(world)
  const { token } = service
  const signIn = currentSignIn(world)
  // The service of a token from the environment may be another one than the kept sign-in's.
  const kept = signIn?.url === service.url ? signIn.baseUrl : undefined
  if (kept !== undefined && !isOfEnvironment(world, token)) return { baseUrl: kept, token }
  try {
    return { baseUrl: (await askMe(world, service)).baseUrl, token }
  } catch (error) {
    // Whether the token is good nobody can say then; where the service is, the sign-in knows.
    if (kept === undefined || !(error instanceof Unreachable)) throw error
    return { baseUrl: kept, token }
  }
}
