// `logout`: revokes the token, deletes it here, and undoes what is wrapped with it.

import { Unreachable } from '../service/ask.ts'
import { currentSignIn, forgetSignIn, type SignIn, signIns } from '../service/credentials.ts'
import { tokenOfEnvironment } from '../service/current.ts'
import { revokeToken } from '../service/oauth.ts'
import { tokenVariable } from '../service/variables.ts'
import type { Line } from '../terminal/terminal.ts'
import { Failed } from '../world/faults.ts'
import type { World } from '../world/world.ts'
import { undoAll } from '../wrap/wrap.ts'
import { entriesWith } from '../wrap/wrapped-token.ts'
import type { Command } from './command.ts'

interface SignedOff {
  readonly url: string
  readonly isRevoked: boolean
  /** Of wrapped files that are as they were. */
  readonly unwrapped: readonly string[]
  readonly isWhole: boolean
}

/** Undoes what is wrapped with the token, as far as anybody can tell what that is. */
const unwrapAll = (world: World, token: string): ReturnType<typeof undoAll> => {
  try {
    return undoAll(world, entriesWith(world, token))
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    return { lines: [], faults: [`${error.message} What is wrapped still holds the token.`] }
  }
}

/** With the token go the settings that hold it: their agent would be refused every request. */
const signOut = async ({ url, token }: SignIn, world: World): Promise<SignedOff> => {
  const { lines: unwrapped, faults } = unwrapAll(world, token)
  for (const fault of faults) world.terminal.note(fault)
  const isRevoked = await revokeToken(world, url, token).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Unreachable) return false
      throw error
    },
  )
  forgetSignIn(world, url)
  return { url, isRevoked, unwrapped, isWhole: isRevoked && faults.length === 0 }
}

const signedOffLines = ({ url, isRevoked, unwrapped }: SignedOff): readonly Line[] => [
  ...unwrapped,
  isRevoked
    ? `Signed out of ${url}: the token is revoked and deleted.`
    : `${url} cannot be reached: the token is deleted here, and ends there 30 days after its last use. Revoke it in the dashboard.`,
]

/** A token of the environment is nobody's sign-in, and only the person can take it away. */
const notSignedIn = ({ environment }: World): readonly Line[] =>
  (environment[tokenVariable] ?? '') === ''
    ? ['You are not signed in.']
    : [
        `You are not signed in: nothing is kept here. Commands have their token from ${tokenOfEnvironment}.`,
        `Unset ${tokenVariable}, and revoke the token in the dashboard, under Command line.`,
      ]

export const logout: Command = {
  name: 'logout',
  usage: '[--all]',
  does: 'Revokes the token at the service and deletes it here, also where it is wrapped; --all: at every service.',
  options: { all: 'flag' },
  maxWords: 0,
  async run({ options }, world) {
    const current = currentSignIn(world)
    const leaving = options.all === true ? signIns(world) : current === undefined ? [] : [current]
    if (leaving.length === 0) return { document: { signedOut: [] }, lines: notSignedIn(world) }
    const outcomes: SignedOff[] = []
    for (const one of leaving) outcomes.push(await signOut(one, world))
    return {
      document: { signedOut: outcomes.map(({ url, isRevoked }) => ({ url, revoked: isRevoked })) },
      lines: outcomes.flatMap(signedOffLines),
      exitCode: outcomes.every(({ isWhole }) => isWhole) ? 0 : 1,
    }
  },
}
