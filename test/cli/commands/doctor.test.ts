// The doctor names every cause for which an agent works and saves nothing: where it stands, and the line that mends it.

import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doctor } from '../../../cli/commands/doctor.ts'
import type { Finding } from '../../../cli/doctor/finding.ts'
import { credentialsPath, forgetSignIn, keepSignIn } from '../../../cli/service/credentials.ts'
import type { World } from '../../../cli/world/world.ts'
import { wrapAgent } from '../../../cli/wrap/wrap.ts'
import type { CliMe } from '../../../dashboard/cli-answers.ts'
import { routeOf } from '../../../lambdas/routes.ts'
import { type CliWorld, cliNow, cliWorld } from '../../../testkit/cli-world.ts'

const dashboard = 'https://d.example'
const baseUrl = 'https://b.example'
const token = `pt_${'a'.repeat(49)}`
const me: CliMe = {
  account: { id: 'acme', kind: 'organization' },
  person: { email: 'ana@example.com' },
  token: { id: 'k', suffix: 'wXyZ', device: 'laptop', expiresAt: '2027-01-01T00:00:00.000Z' },
  entitlements: ['proxy'],
  mode: 'repeated',
  baseUrl,
  version: '0.2.0',
  minimumCli: '0.1.0',
}

type Reply = { readonly status?: number; readonly body?: unknown; readonly text?: string; readonly date?: string }

/** What is answered at each address; an address without an answer is not reached. */
const answers = (change: Record<string, Reply | undefined> = {}): Record<string, Reply | undefined> => ({
  [`${dashboard}/api/cli/me`]: { body: me },
  [`${dashboard}/.well-known/oauth-authorization-server`]: { body: {} },
  [`${baseUrl}/anthropic`]: { status: 401, body: { error: { type: 'authentication_error', message: 'No key.' } } },
  [`${baseUrl}/anthropic/v1/messages`]: {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: '' } },
  },
  ...change,
})

const fetchOf =
  (replies: Record<string, Reply | undefined>): World['fetch'] =>
  async (input) => {
    const reply = replies[String(input)]
    if (reply === undefined) throw new TypeError('fetch failed')
    const { status = 200, body, text, date = new Date(cliNow).toUTCString() } = reply
    return new Response(text ?? JSON.stringify(body), { status, headers: { date } })
  }

let base: CliWorld
const worldWith = (
  replies: Record<string, Reply | undefined> = {},
  environment: Record<string, string> = {},
): World => ({
  ...base,
  fetch: fetchOf(answers(replies)),
  environment: { PATH: join(base.home, 'bin'), ...environment },
})

const write = (path: string, content: unknown): string => {
  const file = join(base.home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

beforeEach(() => {
  base = cliWorld()
  keepSignIn(base, {
    url: dashboard,
    token,
    baseUrl,
    account: me.account,
    person: me.person,
    device: 'laptop',
    expiresAt: me.token.expiresAt,
  })
  for (const agent of ['claude', 'codex', 'opencode'])
    chmodSync(write(`bin/${agent}`, '#!/bin/sh\necho 2.1.0\n'), 0o755)
})
afterEach(() => base.close())

const run = async (world: World, options: Record<string, true> = {}) => {
  const outcome = await doctor.run(
    { options: { 'no-probe': true, ...options }, words: [], rest: [], json: true },
    world,
  )
  const { findings } = outcome.document as { findings: readonly Finding[] }
  return { ...outcome, faults: findings.filter(({ level }) => level !== 'ok') }
}

const claudeEnv = (env: Record<string, string>) => write('.claude/settings.json', { env })
const good = {
  ANTHROPIC_BASE_URL: `${baseUrl}/anthropic`,
  ANTHROPIC_CUSTOM_HEADERS: `X-Service-Auth-Token: ${token}`,
  ENABLE_TOOL_SEARCH: 'true',
}

const openCode = (options: object) => write('opencode.json', { provider: { anthropic: { options } } })

it('looks at wrapped files where nobody is signed in, and says of no file that only its person can read it', async () => {
  wrapAgent('claude', { world: base, route: { baseUrl, token }, isProject: false }, false)
  forgetSignIn(base, dashboard)
  const { faults, lines = [] } = await run(worldWith())
  expect(faults.map(({ what, mend }) => [what, mend])).toEqual([
    ['You are not signed in.', 'Sign in: compaction login URL-OF-THE-DASHBOARD'],
    ['claude is wrapped, and nobody is signed in.', 'compaction unwrap claude'],
  ])
  expect(JSON.stringify(lines)).not.toContain('Only you can read')
})

it('finds nothing on a machine where all is well, routed or not', async () => {
  expect((await run(worldWith())).faults).toEqual([])
  claudeEnv(good)
  wrapAgent('opencode', { world: base, route: { baseUrl, token }, isProject: false }, false)
  const { exitCode, lines = [] } = await run(worldWith(), { strict: true })
  expect([exitCode, lines.at(-1)]).toEqual([0, 'All is well.'])
})

it.each(['/openai/v1', '/openai', '/provider-b/'])('takes Codex at %s, which is compacted', async (path) => {
  expect(routeOf(`${path.replace(/\/$/, '')}/responses`)).toBe('responses')
  const header = `http_headers = { "X-Service-Auth-Token" = "${token}" }`
  const provider = `[model_providers.x]\nbase_url = "${baseUrl}${path}"\n${header}\n`
  write('.codex/config.toml', `model_provider = "x"\n${provider}`)
  expect((await run(worldWith())).faults).toEqual([])
})

describe('a Codex that stands in no PATH, as an editor brings it', () => {
  beforeEach(() => rmSync(join(base.home, 'bin', 'codex')))

  it('is looked at where its file leads to the service', async () => {
    const header = `http_headers = { "X-Service-Auth-Token" = "${token}" }`
    write('.codex/config.toml', `model_provider = "x"\n[model_providers.x]\nbase_url = "${baseUrl}/v1"\n${header}\n`)
    const { faults } = await run(worldWith())
    expect(faults.map(({ what }) => what)).toEqual(['The base URL of Codex lacks the prefix /openai/v1.'])
  })

  it('is nobody’s business where its file leads elsewhere', async () => {
    write('.codex/config.toml', 'model_provider = "x"\n[model_providers.x]\nbase_url = "https://other.example/v1"\n')
    write('.codex/auth.json', { tokens: { access_token: 'ey' } })
    const { faults } = await run(worldWith())
    expect(faults).toEqual([])
  })
})

interface Cause {
  readonly name: string
  readonly replies?: Record<string, Reply | undefined>
  readonly environment?: Record<string, string>
  readonly prepare?: () => unknown
  readonly level: 'warning' | 'failure'
  readonly what: RegExp
  readonly where: RegExp
  readonly mend: RegExp
}

const causes: readonly Cause[] = [
  {
    name: 'nobody at the dashboard’s address',
    replies: { [`${dashboard}/api/cli/me`]: undefined },
    level: 'failure',
    what: /cannot be reached/,
    where: /credentials\.json/,
    mend: /whether the service runs\. If it has moved: compaction login URL-OF-THE-DASHBOARD$/,
  },
  {
    name: 'a wrong address in the environment',
    environment: { COMPACTION_URL: 'https://other.example', COMPACTION_TOKEN: token },
    level: 'failure',
    what: /other\.example cannot be reached/,
    where: /COMPACTION_URL/,
    mend: /whether the service runs\. If it has moved: set COMPACTION_URL to its address$/,
  },
  {
    name: 'the base URL in place of the dashboard’s address',
    environment: { COMPACTION_URL: baseUrl, COMPACTION_TOKEN: token },
    replies: {
      [`${baseUrl}/api/cli/me`]: {
        status: 401,
        body: { error: { type: 'authentication_error', message: 'Send your key.', dashboard_url: dashboard } },
      },
    },
    level: 'failure',
    what: /^https:\/\/\S+ is the base URL, where agents send their requests\. The dashboard is at https:\/\/\S+\.$/,
    where: /^COMPACTION_URL in the environment$/,
    mend: new RegExp(`^Set COMPACTION_URL to ${dashboard}$`),
  },
  {
    name: 'a text in the environment that is not an address',
    environment: { COMPACTION_URL: 'd.example' },
    level: 'failure',
    what: /"d\.example" is not the address of a service/,
    where: /^COMPACTION_URL in the environment$/,
    mend: /^Set COMPACTION_URL/,
  },
  {
    name: 'a service in the environment that nobody has signed in to',
    environment: { COMPACTION_URL: 'https://other.example' },
    level: 'failure',
    what: /^You are not signed in at https:\/\/other\.example, which COMPACTION_URL names\.$/,
    where: /^COMPACTION_URL in the environment$/,
    mend: /^Sign in: compaction login$/,
  },
  {
    name: 'a token in the environment that says no service',
    environment: { COMPACTION_TOKEN: token },
    prepare: () => forgetSignIn(base, dashboard),
    level: 'failure',
    what: /nothing says for which service/,
    where: /^COMPACTION_TOKEN in the environment$/,
    mend: /^Set COMPACTION_URL/,
  },
  {
    name: 'a key in the place of a token',
    environment: { COMPACTION_TOKEN: 'ak_key' },
    level: 'failure',
    what: /^COMPACTION_TOKEN holds no token: pt_ and 49 letters and digits\.$/,
    where: /^COMPACTION_TOKEN in the environment$/,
    mend: /^Unset COMPACTION_TOKEN/,
  },
  {
    name: 'a token of which a part is missing',
    environment: { COMPACTION_TOKEN: `pt_${'e'.repeat(48)}` },
    level: 'failure',
    what: /^COMPACTION_TOKEN holds no token: pt_ and 49 letters and digits\.$/,
    where: /^COMPACTION_TOKEN in the environment$/,
    mend: /^Unset COMPACTION_TOKEN/,
  },
  {
    name: 'a token with a line break, which no header takes',
    environment: { COMPACTION_TOKEN: `pt_${'e'.repeat(49)}\npt_two` },
    level: 'failure',
    what: /^COMPACTION_TOKEN holds no token/,
    where: /^COMPACTION_TOKEN in the environment$/,
    mend: /^Unset COMPACTION_TOKEN/,
  },
  {
    name: 'sign-ins that cannot be read',
    prepare: () => {
      forgetSignIn(base, dashboard)
      mkdirSync(credentialsPath(base), { mode: 0o700 })
    },
    level: 'failure',
    what: /credentials\.json cannot be read: it is a folder \(EISDIR\)\.$/,
    where: /credentials\.json$/,
    mend: /^Make it a file that you can read\.$/,
  },
  {
    name: 'settings that cannot be read, and goes on',
    prepare: () => mkdirSync(join(base.home, '.claude', 'settings.json'), { recursive: true }),
    level: 'failure',
    what: /settings\.json cannot be read: it is a folder \(EISDIR\)\.$/,
    where: /settings\.json$/,
    mend: /^Make it a file that you can read\.$/,
  },
  {
    name: 'a damaged file of sign-ins, in which nobody can sign in again',
    prepare: () => chmodSync(write('.config/compaction/credentials.json', '{'), 0o600),
    level: 'failure',
    what: /credentials\.json is damaged\.$/,
    where: /credentials\.json$/,
    mend: /^Delete it, and sign in again: compaction login$/,
  },
  {
    name: 'a service that is broken',
    replies: { [`${dashboard}/api/cli/me`]: { status: 500, body: { error: { type: 'x', message: 'It failed.' } } } },
    level: 'failure',
    what: /^It failed\.$/,
    where: /d\.example/,
    mend: /^Tell the operator/,
  },
  {
    name: 'a command that the service does not understand any more',
    replies: { [`${dashboard}/api/cli/me`]: { body: { ...me, version: '99.0.0', minimumCli: '99.0.0' } } },
    level: 'failure',
    what: /^This command is too old for https:\/\/d\.example\.$/,
    where: /d\.example/,
    mend: /^npx https:\/\/d\.example\/cli\/compaction\.tgz\?99\.0\.0$/,
  },
  {
    name: 'a base URL that is overloaded',
    replies: { [`${baseUrl}/anthropic/v1/messages`]: { status: 503, body: {} } },
    level: 'failure',
    what: /answers with 503/,
    where: /b\.example/,
    mend: /^Try again in a minute/,
  },
  {
    name: 'a last exchange that went out whole',
    replies: {
      [`${dashboard}/api/cli/me`]: {
        body: {
          ...me,
          lastExchange: {
            receivedAt: '2026-11-20T00:00:00.000Z',
            outcome: 'failed-open',
            reason: 'compressor-timeout',
          },
        },
      },
    },
    level: 'warning',
    what: /^The last exchange went out as it came\. The compressor did not answer in time\.$/,
    where: /unknown model/,
    mend: /^Tell the operator/,
  },
  {
    name: 'an expired token',
    replies: { [`${dashboard}/api/cli/me`]: { status: 401, body: { error: { type: 'x', message: 'No.' } } } },
    level: 'failure',
    what: /expired or was revoked/,
    where: /credentials\.json/,
    mend: /^compaction login https:\/\/d\.example$/,
  },
  {
    name: 'a token of the environment that has ended, whatever is kept',
    environment: { COMPACTION_TOKEN: `pt_${'e'.repeat(49)}` },
    replies: { [`${dashboard}/api/cli/me`]: { status: 401, body: { error: { type: 'x', message: 'No.' } } } },
    level: 'failure',
    what: /expired or was revoked/,
    where: /^COMPACTION_TOKEN in the environment$/,
    mend: /^Unset COMPACTION_TOKEN, or give it a new token$/,
  },
  {
    name: 'a token of the environment that the base URL does not know',
    environment: { COMPACTION_TOKEN: `pt_${'e'.repeat(49)}` },
    replies: { [`${baseUrl}/anthropic/v1/messages`]: { status: 401, body: { error: { type: 'x', message: 'No.' } } } },
    level: 'failure',
    what: /does not know this token/,
    where: /base URL/,
    mend: /^Unset COMPACTION_TOKEN/,
  },
  {
    name: 'no entitlement',
    replies: { [`${dashboard}/api/cli/me`]: { body: { ...me, entitlements: [] } } },
    level: 'failure',
    what: /not entitled/,
    where: /acme/,
    mend: /enable-api acme/,
  },
  {
    name: 'a base URL that refuses the account',
    replies: { [`${baseUrl}/anthropic/v1/messages`]: { status: 403, body: { error: { type: 'x', message: 'No.' } } } },
    level: 'failure',
    what: /may not use the proxy/,
    where: /base URL/,
    mend: /API access and the entitlement/,
  },
  {
    name: 'a mode that changes nothing',
    replies: { [`${dashboard}/api/cli/me`]: { body: { ...me, mode: 'off' } } },
    level: 'warning',
    what: /"off"/,
    where: /mode/,
    mend: /settings/,
  },
  {
    name: 'a last day on which nothing was compacted',
    replies: {
      [`${dashboard}/api/cli/me`]: { body: { ...me, lastDay: { day: '2026-11-20', exchanges: 3, failedOpen: 3 } } },
    },
    level: 'warning',
    what: /as it came on 2026-11-20/,
    where: /3 requests/,
    mend: /Tell the operator/,
  },
  {
    name: 'a clock that is wrong',
    replies: {
      [`${dashboard}/.well-known/oauth-authorization-server`]: {
        body: {},
        date: new Date(cliNow + 900_000).toUTCString(),
      },
    },
    level: 'warning',
    what: /15 min slow/,
    where: /machine/,
    mend: /clock/,
  },
  {
    name: 'a token that others can read',
    prepare: () => chmodSync(credentialsPath(base), 0o644),
    level: 'failure',
    what: /Others on this machine/,
    where: /credentials\.json \(mode 0644\)/,
    mend: /^chmod 600 .*credentials\.json$/,
  },
  {
    name: 'Headroom on the port',
    replies: {
      [`${baseUrl}/anthropic`]: { status: 404, text: 'Not Found' },
      [`${baseUrl}/health`]: { body: { service: 'headroom-proxy' } },
    },
    level: 'failure',
    what: /Headroom answers/,
    where: /b\.example/,
    mend: /Stop Headroom/,
  },
  {
    name: 'a base URL that does not know the token',
    replies: { [`${baseUrl}/anthropic/v1/messages`]: { status: 401, body: {} } },
    level: 'failure',
    what: /does not know this token/,
    where: /b\.example/,
    mend: /compaction login/,
  },
  {
    name: 'a foreign base URL of Claude Code',
    prepare: () => claudeEnv({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/v1' }),
    level: 'warning',
    what: /another address/,
    where: /settings\.json \(env\.ANTHROPIC_BASE_URL\)/,
    mend: /compaction run claude/,
  },
  {
    name: 'Claude Code without the prefix',
    prepare: () => claudeEnv({ ...good, ANTHROPIC_BASE_URL: `${baseUrl}/` }),
    level: 'failure',
    what: /lacks the prefix \/anthropic/,
    where: /env\.ANTHROPIC_BASE_URL/,
    mend: /https:\/\/b\.example\/anthropic$/,
  },
  {
    name: 'Claude Code with /v1 twice',
    prepare: () => claudeEnv({ ...good, ANTHROPIC_BASE_URL: `${baseUrl}/anthropic/v1` }),
    level: 'failure',
    what: /\/v1 at its end/,
    where: /env\.ANTHROPIC_BASE_URL/,
    mend: /https:\/\/b\.example\/anthropic$/,
  },
  {
    name: 'Claude Code without the header',
    prepare: () => claudeEnv({ ANTHROPIC_BASE_URL: good.ANTHROPIC_BASE_URL, ENABLE_TOOL_SEARCH: 'true' }),
    level: 'failure',
    what: /no header X-Service-Auth-Token/,
    where: /ANTHROPIC_CUSTOM_HEADERS/,
    mend: /compaction wrap claude/,
  },
  {
    name: 'tool search off',
    prepare: () => claudeEnv({ ...good, ENABLE_TOOL_SEARCH: 'false' }),
    level: 'warning',
    what: /tool search/,
    where: /env\.ENABLE_TOOL_SEARCH/,
    mend: /compaction wrap claude/,
  },
  {
    name: 'an environment that loses to settings',
    prepare: () => claudeEnv({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' }),
    environment: { ANTHROPIC_BASE_URL: good.ANTHROPIC_BASE_URL },
    level: 'failure',
    what: /loses to a settings file/,
    where: /settings\.json/,
    mend: /Remove env\.ANTHROPIC_BASE_URL/,
  },
  {
    name: 'a project that wins over the person',
    prepare: () => {
      claudeEnv(good)
      write('.claude/settings.local.json', { env: { ANTHROPIC_BASE_URL: `${baseUrl}/openai` } })
    },
    level: 'failure',
    what: /lacks the prefix/,
    where: /settings\.local\.json/,
    mend: /anthropic$/,
  },
  {
    name: 'Bedrock',
    environment: { CLAUDE_CODE_USE_BEDROCK: '1' },
    level: 'failure',
    what: /another cloud/,
    where: /settings/,
    mend: /--force/,
  },
  {
    name: 'a settings file that cannot be parsed',
    prepare: () => write('.claude/settings.json', '{ // mine\n}'),
    level: 'warning',
    what: /no JSON/,
    where: /settings\.json/,
    mend: /Mend the JSON/,
  },
  {
    name: 'hooks of another compactor',
    prepare: () =>
      write('.claude/settings.json', { hooks: { PreToolUse: [{ hooks: [{ command: '/x/rtk hook claude' }] }] } }),
    level: 'warning',
    what: /another compactor \(rtk\)/,
    where: /\(hooks\)/,
    mend: /Remove the hook/,
  },
  {
    name: 'a ChatGPT sign-in',
    prepare: () => write('.codex/auth.json', { tokens: { access_token: 'ey' } }),
    level: 'warning',
    what: /ChatGPT/,
    where: /auth\.json/,
    mend: /codex login --with-api-key/,
  },
  {
    name: 'Codex without the prefix',
    prepare: () =>
      write(
        '.codex/config.toml',
        `model_provider = "x"\n[model_providers.x]\nbase_url = "${baseUrl}/v1"\nhttp_headers = { "X-Service-Auth-Token" = "ak" }\n`,
      ),
    level: 'failure',
    what: /lacks the prefix \/openai\/v1/,
    where: /config\.toml \(model_providers\.x\.base_url\)/,
    mend: /\/openai\/v1$/,
  },
  {
    name: 'Codex whose header’s variable is not set',
    prepare: () =>
      write(
        '.codex/config.toml',
        `model_provider = "x"\n[model_providers.x]\nbase_url = "${baseUrl}/openai/v1"\nenv_http_headers = { "X-Service-Auth-Token" = "SERVICE_KEY" }\n`,
      ),
    level: 'failure',
    what: /SERVICE_KEY, which is not set/,
    where: /env_http_headers/,
    mend: /compaction run codex/,
  },
  {
    name: 'settings of Codex that are no TOML',
    prepare: () => write('.codex/config.toml', '# mine\nmodel_provider = "x\n[tools]\n'),
    level: 'failure',
    what: /no TOML: it does not start/,
    where: /config\.toml, line 2$/,
    mend: /^Mend line 2/,
  },
  {
    name: 'a provider that stands inside a table',
    prepare: () => write('.codex/config.toml', '[tools]\nmodel_provider = "x"\n'),
    level: 'failure',
    what: /tools\.model_provider/,
    where: /config\.toml/,
    mend: /top of the file/,
  },
  {
    name: 'a provider that stands inside a table of a list',
    prepare: () => write('.codex/config.toml', '[[hooks.Stop]]\nmodel_provider = "x"\n'),
    level: 'failure',
    what: /hooks\.Stop\.model_provider/,
    where: /config\.toml/,
    mend: /top of the file/,
  },
  {
    name: 'OpenCode without /v1',
    prepare: () => openCode({ baseURL: `${baseUrl}/anthropic`, headers: { 'x-service-auth-token': token } }),
    level: 'failure',
    what: /^The base URL of OpenCode for anthropic does not end in \/anthropic\/v1\.$/,
    where: /opencode\.json \(provider\.anthropic\.options\.baseURL\)$/,
    mend: /^Set it to https:\/\/b\.example\/anthropic\/v1$/,
  },
  {
    name: 'OpenCode whose header names a variable that is not set',
    prepare: () =>
      openCode({ baseURL: `${baseUrl}/anthropic/v1`, headers: { 'X-Service-Auth-Token': '{env:COMPACTION_TOKEN}' } }),
    level: 'failure',
    what: /^OpenCode sends no header X-Service-Auth-Token for anthropic/,
    where: /\(provider\.anthropic\.options\.headers\)$/,
    mend: /^compaction run opencode, or compaction wrap opencode$/,
  },
  {
    name: 'a foreign base URL of OpenCode',
    prepare: () => openCode({ baseURL: 'http://127.0.0.1:9/secret' }),
    level: 'warning',
    what: /^OpenCode sends its requests for anthropic to another address\.$/,
    where: /baseURL/,
    mend: /compaction run opencode/,
  },
  {
    name: 'settings with which OpenCode does not start',
    prepare: () => write('opencode.json', '{"provider":'),
    level: 'failure',
    what: /no JSON object: it does not start/,
    where: /opencode\.json$/,
    mend: /^Mend /,
  },
  {
    name: 'Headroom around the shell',
    environment: { HEADROOM_PORT: '8787' },
    level: 'warning',
    what: /Headroom/,
    where: /HEADROOM_PORT/,
    mend: /unset HEADROOM_PORT/,
  },
  {
    name: 'an agent that is wrapped with another token',
    prepare: () =>
      wrapAgent(
        'claude',
        { world: base, route: { baseUrl, token: token.replaceAll('a', 'b') }, isProject: false },
        false,
      ),
    level: 'failure',
    what: /not the present one/,
    where: /settings\.json/,
    mend: /compaction wrap claude/,
  },
  {
    name: 'an older command',
    replies: { [`${dashboard}/api/cli/me`]: { body: { ...me, version: '99.0.0' } } },
    level: 'warning',
    what: /the service 99\.0\.0/,
    where: /d\.example/,
    mend: /^npx https:\/\/d\.example\/cli\/compaction\.tgz\?99\.0\.0$/,
  },
]

describe('the doctor names', () => {
  it.each(causes)('$name', async ({ replies, environment, prepare, level, what, where, mend }) => {
    prepare?.()
    const { faults, exitCode } = await run(worldWith(replies, environment))
    const found = faults.find((fault) => what.test(fault.what))
    expect(found, JSON.stringify(faults)).toMatchObject({ level })
    expect(found?.where).toMatch(where)
    expect(found?.mend).toMatch(mend)
    expect(JSON.stringify(faults)).not.toContain(token)
    expect(exitCode).toBe(faults.some((fault) => fault.level === 'failure') ? 1 : 0)
  })
})

describe('--fix', () => {
  it('takes others the right to read, removes what a killed run left, and wraps again', async () => {
    chmodSync(credentialsPath(base), 0o644)
    const old = { baseUrl, token: token.replaceAll('a', 'b') }
    wrapAgent('claude', { world: base, route: old, isProject: false }, false)
    const left = write('.local/state/compaction/run-999999999.json', '{}')
    chmodSync(left, 0o600)
    await run(worldWith(), { fix: true })
    const { faults } = await run(worldWith(), { fix: true })
    expect(faults).toEqual([])
    expect(statSync(credentialsPath(base)).mode & 0o777).toBe(0o600)
    expect(existsSync(left)).toBe(false)
  })
})

it('--strict fails on what is only to look at', async () => {
  claudeEnv({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
  expect((await run(worldWith())).exitCode).toBe(0)
  expect((await run(worldWith(), { strict: true })).exitCode).toBe(1)
})

describe('the probe', () => {
  const session = (change: object) => ({ exchanges: 1, outcomes: {}, reasons: {}, ...change })
  const probed = async (status: number, document: object | undefined) => {
    const world: World = {
      ...worldWith(),
      fetch: async (input, init) => {
        const address = String(input)
        if (address.includes('/api/cli/sessions/'))
          return new Response(JSON.stringify(document ?? {}), { status: document === undefined ? 404 : 200 })
        const isProbe = JSON.stringify(init?.headers ?? {}).includes('x-api-key')
        if (isProbe) return new Response('{}', { status })
        return fetchOf(answers())(input, init)
      },
    }
    const { document: all } = await doctor.run({ options: {}, words: [], rest: [], json: true }, world)
    return (all as { findings: readonly Finding[] }).findings.at(-1)
  }

  it.each([
    [401, session({ outcomes: { compacted: 1 } }), 'ok', /compacted$/],
    [401, session({ outcomes: { observed: 1 } }), 'warning', /not compacted: observed\.$/],
    [401, session({ outcomes: { verbatim: 1 } }), 'warning', /not compacted: nothing deleted\.$/],
    [
      ...[401, session({ outcomes: { 'failed-open': 1 }, reasons: { 'compressor-failed': 1 } }), 'warning'],
      /not compacted: sent as it came\. The compressor failed\.$/,
    ],
    [502, undefined, 'failure', /provider cannot be reached/],
    [401, undefined, 'warning', /figures have not come/],
  ] as const)('answered %d says what became of it (%#)', async (status, document, level, what) => {
    const found = await probed(status, document)
    expect(found?.level).toBe(level)
    expect(found?.what).toMatch(what)
  })
})
