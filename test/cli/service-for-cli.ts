// A local service with a dashboard and a stub provider, and homes that are signed in to it, as the command line finds them.

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dynamoKeys } from '../../adapters/dynamo/accounts/keys.ts'
import { type Dynamo, openDynamo } from '../../adapters/dynamo/client.ts'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { localAws } from '../../adapters/embedded/local-aws.ts'
import { keepSignIn } from '../../cli/service/credentials.ts'
import { newToken } from '../../core/access/keys/token.ts'
import { personIdOf } from '../../core/people/person.ts'
import { compileCache } from '../../local/process/compile-cache.ts'
import type { LocalServiceFacts } from '../../local/service.ts'
import { cliWorld } from '../../testkit/cli-world.ts'
import { openServiceOverStub } from '../../verify/local-service.ts'
import { type Finished, runProgram } from '../clients/run-program.ts'
import { callShell, type SeenRequest } from '../clients/service-for-clients.ts'

export const cliScript = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')

export interface SignedInHome {
  readonly home: string
  /** A folder in it to work in. */
  readonly work: string
  readonly token: string
  /** Runs the command line there. */
  run(words: readonly string[], more?: RunOptions): Promise<Finished>
  /** Runs another program there. */
  program(command: string, words: readonly string[], more?: RunOptions): Promise<Finished>
}

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>
  readonly input?: string
  readonly patienceMilliseconds?: number
}

export interface ServiceForCli {
  readonly facts: LocalServiceFacts & { readonly dashboardUrl: string }
  /** The requests that reached the provider, in order. A test empties it. */
  readonly seen: SeenRequest[]
  signedIn(): Promise<SignedInHome>
  close(): Promise<void>
}

const tokenFor = async (dynamo: Dynamo, { account, dashboardUrl }: ServiceForCli['facts']): Promise<string> => {
  const personId = personIdOf(`${dashboardUrl}/issuer`, 'owner')
  const { secret, key } = newToken(account, { personId, device: 'test' }, randomBytes(32), Date.now())
  await dynamoKeys(dynamo).put(key)
  return secret
}

/** The whole environment of a person who has nothing set but where Node keeps what it has compiled. */
const runnerIn =
  (home: string, work: string): SignedInHome['program'] =>
  (command, words, { environment = {}, input, patienceMilliseconds = 60_000 } = {}) =>
    runProgram({
      command,
      words,
      environment: { HOME: home, ...compileCache, ...environment },
      folder: work,
      ...(input === undefined ? {} : { input }),
      patienceMilliseconds,
    })

export const openServiceForCli = async (): Promise<ServiceForCli> => {
  const opened = new AsyncDisposableStack()
  const seen: SeenRequest[] = []
  const service = await openServiceOverStub(
    opened,
    {
      say: callShell,
      seen: ({ request, body }) =>
        seen.push({
          method: request.method ?? '',
          path: request.url?.split('?')[0] ?? '',
          headers: JSON.stringify(request.headers),
          body: body.toString('utf8'),
        }),
    },
    { dashboardPort: 0 },
  )
  const { dashboardUrl = '' } = service.facts
  const facts = { ...service.facts, dashboardUrl }
  const dynamo = opened.adopt(
    openDynamo({
      tablePrefix: defaultTablePrefix,
      endpoint: facts.dynamodbEndpoint,
      deadlineMilliseconds: 5_000,
      ...localAws,
    }),
    (open) => open.close(),
  )
  return {
    facts,
    seen,
    async signedIn() {
      const home = opened.adopt(mkdtempSync(join(tmpdir(), 'home-')), (made) =>
        rmSync(made, { recursive: true, force: true }),
      )
      const work = join(home, 'work')
      mkdirSync(work)
      const token = await tokenFor(dynamo, facts)
      keepSignIn(
        { ...cliWorld({ home }), home },
        {
          url: dashboardUrl,
          token,
          baseUrl: facts.baseUrl,
          account: { id: facts.account, kind: 'organization' },
          person: { email: 'owner@localhost.example' },
          device: 'test',
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        },
      )
      const program = runnerIn(home, work)
      const run: SignedInHome['run'] = (words, more) => program(process.execPath, [cliScript, ...words], more)
      return { home, work, token, run, program }
    },
    close: () => opened.disposeAsync(),
  }
}
