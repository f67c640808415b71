// What `status` says of a token that has ended, and of its last exchange.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepSignIn } from '../../cli/credentials.ts'
import { runCommand } from '../../cli/run-command.ts'
import { type CliWorld, cliWorld } from '../../testkit/cli-world.ts'

const signIn = {
  url: 'https://d.example',
  token: 'pt_kept',
  baseUrl: 'https://b.example',
  account: { id: 'acme', kind: 'organization' as const },
  person: {},
  device: 'laptop',
  expiresAt: '2027-01-01T00:00:00.000Z',
}

let world: CliWorld
const environment: Record<string, string> = {}
const answer = (): Response => Response.json({ error: { message: 'No.' } }, { status: 401 })
beforeEach(() => {
  world = cliWorld({ environment, fetch: async () => answer() })
  keepSignIn(world, signIn)
})
afterEach(() => {
  world.close()
  delete environment.COMPACTION_TOKEN
})

describe('a token that has ended', () => {
  it('is replaced by signing in again', async () => {
    expect(await runCommand(['status'], world)).toBe(1)
    expect(world.printed.err).toContain('Your sign-in at https://d.example has ended.')
    expect(world.printed.err).toContain('compaction login https://d.example')
  })

  it('of the environment is unset or replaced: it wins over a sign-in', async () => {
    environment.COMPACTION_TOKEN = 'pt_given'
    expect(await runCommand(['status'], world)).toBe(1)
    expect(world.printed.err).toContain(
      'The token of COMPACTION_TOKEN in the environment has ended at https://d.example. Unset COMPACTION_TOKEN, or give it a new token.',
    )
    expect(world.printed.err).not.toContain('compaction login')
    expect(world.printed.err).not.toContain('pt_')
  })
})
