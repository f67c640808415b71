// What agents are started with: settings of ours over everybody's, and no token in any argument.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAny } from '../../../cli/agents/any-program.ts'
import { startClaude, withoutSettings } from '../../../cli/agents/claude.ts'
import { type CodexKey, codexKey, startCodex } from '../../../cli/agents/codex.ts'
import { startOpenCode } from '../../../cli/agents/opencode.ts'
import { agentRoutes } from '../../../cli/agents/routes.ts'
import type { Start } from '../../../cli/runs/start.ts'
import { spentSince, summaryOf } from '../../../cli/runs/summary.ts'
import { Failed } from '../../../cli/world/faults.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

let world: CliWorld
beforeEach(() => {
  world = cliWorld()
})
afterEach(() => world.close())

const token = `pt_${'a'.repeat(49)}`
const start = (change: Partial<Start> = {}): Start => ({
  world,
  route: { baseUrl: 'https://b.example', token },
  mode: 'account',
  isForced: false,
  words: [],
  statusLine: 'compaction statusline',
  ...change,
})
const write = (path: string, content: unknown): void => {
  const file = join(world.home, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
}
const inWorld = (environment: Record<string, string>): Partial<Start> => ({ world: { ...world, environment } })

describe('Claude Code', () => {
  it('gets address, header and tool search by a file, and no token in its words', () => {
    const { settings, words, environment } = startClaude(start({ words: ['-p', 'hi'] }))
    expect(settings).toEqual({
      env: {
        ANTHROPIC_BASE_URL: 'https://b.example/anthropic',
        ANTHROPIC_CUSTOM_HEADERS: `X-Service-Auth-Token: ${token}`,
        ENABLE_TOOL_SEARCH: 'true',
      },
      statusLine: { type: 'command', command: 'compaction statusline' },
    })
    expect(words('/f.json')).toEqual(['--settings', '/f.json', '--session-id', expect.any(String), '-p', 'hi'])
    expect(JSON.stringify([words('/f.json'), environment])).not.toContain('pt_')
  })

  it('keeps the person’s own header lines and status line, wherever they stand, and asks for the mode of the run', () => {
    write('.claude/settings.json', {
      env: { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue\nx-service-auth-token: ak_old\nX-Service-Compaction: off' },
      statusLine: { type: 'command', command: 'mine' },
    })
    const { settings } = startClaude(start({ mode: 'observe' }))
    expect(settings?.env).toMatchObject({
      ANTHROPIC_CUSTOM_HEADERS: `X-Team: blue\nX-Service-Compaction: observe\nX-Service-Auth-Token: ${token}`,
    })
    expect(settings).not.toHaveProperty('statusLine')
  })

  it('takes from a project no word to the service: it could send the person’s key elsewhere', () => {
    const lines = 'X-Team: blue\n X-Service-Upstream-Url: https://evil.example\nx-service-compaction: off'
    write('work/.claude/settings.json', { env: { ANTHROPIC_CUSTOM_HEADERS: lines } })
    const { settings } = startClaude(start({ world: { ...world, folder: join(world.home, 'work') } }))
    expect(settings?.env).toMatchObject({
      ANTHROPIC_CUSTOM_HEADERS: `X-Team: blue\nX-Service-Auth-Token: ${token}`,
    })
  })

  it.each([
    ['a file', (path: string) => ['--settings', path]],
    [
      'JSON',
      () => [`--settings=${JSON.stringify({ model: 'opus', env: { A: '1', ANTHROPIC_BASE_URL: 'http://evil' } })}`],
    ],
  ])('merges the person’s own --settings, given as %s', (_name, words) => {
    write('own.json', { model: 'opus', env: { A: '1', ANTHROPIC_BASE_URL: 'http://evil' } })
    const started = startClaude(start({ words: [...words('own.json'), '-p', 'hi'] }))
    expect(started.settings).toMatchObject({
      model: 'opus',
      env: { A: '1', ANTHROPIC_BASE_URL: 'https://b.example/anthropic' },
    })
    expect(started.words('/f.json').filter((word) => word.startsWith('--settings'))).toEqual(['--settings'])
  })

  it('leaves words behind -- alone, and says when --settings names nothing', () => {
    expect(withoutSettings(['a', '--settings', 'x', '--', '--settings', 'y'])).toEqual({
      settings: 'x',
      rest: ['a', '--', '--settings', 'y'],
    })
    expect(() => startClaude(start({ words: ['--settings', 'missing.json'] }))).toThrow(Failed)
  })

  it('goes on with a session that the words name, and starts none for a side command', () => {
    const id = '0b0e7f0a-0b0e-4f0a-8b0e-0b0e7f0a0b0e'
    expect(startClaude(start({ words: ['--resume', id] })).session).toEqual({ id, isOld: true })
    expect(startClaude(start({ words: ['--session-id', id] })).session).toEqual({ id, isOld: false })
    expect(['mcp', '--continue'].map((word) => startClaude(start({ words: [word] })).isSetup)).toEqual([true, false])
    expect(startClaude(start({ words: ['--continue'] })).session).toBeUndefined()
    expect(startClaude(start({ words: ['mcp', 'list'] })).words('/f')).toEqual(['--settings', '/f', 'mcp', 'list'])
  })

  it('is not started where another cloud would be asked', () => {
    expect(() => startClaude(start(inWorld({ CLAUDE_CODE_USE_BEDROCK: '1' })))).toThrow('CLAUDE_CODE_USE_BEDROCK')
    expect(startClaude(start({ ...inWorld({ CLAUDE_CODE_USE_BEDROCK: '1' }), isForced: true })).notes).toHaveLength(1)
    expect(startClaude(start(inWorld({ CLAUDE_CODE_USE_BEDROCK: '0' }))).notes).toEqual([])
  })

  it.each(['', '{', '[]', '"text"', '\u0000', '{"env":[]}', '{"env":{"ANTHROPIC_CUSTOM_HEADERS":7}}'])(
    'starts over settings that hold %j',
    (text) => {
      write('.claude/settings.json', text)
      write('.claude/settings.local.json', text)
      expect(startClaude(start()).settings?.env).toMatchObject({ ANTHROPIC_BASE_URL: 'https://b.example/anthropic' })
    },
  )
})

describe('Codex', () => {
  it('gets a provider of ours, its key from where it has it, and the token by its environment alone', () => {
    const started = startCodex(start({ ...inWorld({ OPENAI_API_KEY: 'sk' }), words: ['exec', 'hi'], mode: 'off' }))
    expect(started.words('')).toEqual([
      '-c',
      'model_provider="compaction"',
      '-c',
      'model_providers.compaction={name="compaction",base_url="https://b.example/openai/v1",wire_api="responses",env_key="OPENAI_API_KEY",env_http_headers={X-Service-Auth-Token="COMPACTION_TOKEN"},http_headers={X-Service-Compaction="off"}}',
      'exec',
      'hi',
    ])
    expect(started.environment).toEqual({ COMPACTION_TOKEN: token })
    write('.codex/auth.json', { OPENAI_API_KEY: 'sk-file' })
    expect(startCodex(start()).words('').join(' ')).toContain('requires_openai_auth=true')
  })

  it('says that nothing would be compacted with a ChatGPT sign-in, and starts only if it must', () => {
    write('.codex/auth.json', { OPENAI_API_KEY: null, tokens: { access_token: 'ey' } })
    expect(() => startCodex(start())).toThrow(/ChatGPT.*\n.*--force/)
    expect(startCodex(start({ isForced: true })).notes[0]).toContain('ChatGPT')
    expect(() =>
      startCodex(start({ ...inWorld({ OPENAI_API_KEY: 'sk' }), words: ['-c', 'model_provider="x"'] })),
    ).toThrow('provider of their own')
  })

  it.each<[string[], boolean]>([
    [['-c', 'model_provider="x"'], true],
    [['--config', 'model_providers.x={}'], true],
    [['-cmodel_provider="x"'], true],
    [['--config=model_provider="x"'], true],
    [['--oss'], true],
    [['exec', 'model_provider="x"'], false],
    [['-c', 'model="x"'], false],
    [['exec', 'why --oss is slow', 'what -cmodel_provider does'], false],
  ])('is told of the words %j whether they choose a provider of their own: %j', (words, isTheirs) => {
    const { notes } = startCodex(start({ ...inWorld({ OPENAI_API_KEY: 'sk' }), words, isForced: true }))
    expect(notes).toEqual(isTheirs ? ['These words choose a provider of their own.'] : [])
  })

  it.each<[string, Record<string, string>, object | undefined, CodexKey]>([
    ['a variable', { OPENAI_API_KEY: 'sk' }, { OPENAI_API_KEY: 'sk-file' }, 'environment'],
    ['its file, where the variable is empty', { OPENAI_API_KEY: '' }, { OPENAI_API_KEY: 'sk-file' }, 'file'],
    ['nowhere, where the key of its file is empty', {}, { OPENAI_API_KEY: '' }, 'none'],
    ['nowhere', {}, undefined, 'none'],
    [
      'ChatGPT, whatever key stands beside it',
      {},
      { OPENAI_API_KEY: 'sk-file', auth_mode: 'chatgpt', tokens: { access_token: 'ey' } },
      'chatgpt',
    ],
  ])('has its key from %s', (_where, environment, auth, key) => {
    if (auth !== undefined) write('.codex/auth.json', auth)
    expect(codexKey({ ...world, environment })).toBe(key)
    if (key === 'none')
      expect(startCodex(start(inWorld(environment))).notes).toEqual([expect.stringContaining('Codex has no key')])
  })

  it('finds the one session that it began, and none where others began too', () => {
    const id = (digit: string): string => `01a2018d-9781-78b3-97e0-d91cb4c9473${digit}`
    write(`.codex/sessions/2026/11/21/rollout-2026-11-21T04-39-46-${id('a')}.jsonl`, '')
    const { findSession } = startCodex(start())
    expect(findSession?.()).toBeUndefined()
    write(`.codex/sessions/2026/11/22/rollout-2026-11-22T04-39-46-${id('b')}.jsonl`, '')
    expect(findSession?.()).toBe(id('b'))
    write(`.codex/sessions/2026/11/22/rollout-2026-11-22T04-39-47-${id('c')}.jsonl`, '')
    expect(findSession?.()).toBeUndefined()
  })
})

it('OpenCode keeps what its configuration said, and goes through the service', () => {
  const own = { theme: 'dark', provider: { anthropic: { options: { timeout: 5, baseURL: 'http://evil' } }, other: {} } }
  const { environment, session } = startOpenCode(start(inWorld({ OPENCODE_CONFIG_CONTENT: JSON.stringify(own) })))
  const headers = { 'X-Service-Auth-Token': token, 'x-service-session-id': session?.id }
  expect(JSON.parse(environment.OPENCODE_CONFIG_CONTENT ?? '')).toEqual({
    theme: 'dark',
    provider: {
      anthropic: { options: { timeout: 5, baseURL: 'https://b.example/anthropic/v1', headers } },
      openai: { options: { baseURL: 'https://b.example/openai/v1', headers } },
      other: {},
    },
  })
})

it('OpenCode keeps remarks and headers of its configuration, and only one header of ours', () => {
  const headers = { 'anthropic-beta': 'a', 'x-service-auth-token': 'ak_old' }
  const own = JSON.stringify({ theme: 'dark', provider: { anthropic: { options: { headers } } } })
  const content = (text: string) => startOpenCode(start(inWorld({ OPENCODE_CONFIG_CONTENT: text }))).environment
  const { theme, provider } = JSON.parse(content(`// mine\n${own}`).OPENCODE_CONFIG_CONTENT ?? '')
  expect([theme, provider.anthropic.options.headers]).toEqual([
    'dark',
    { 'anthropic-beta': 'a', 'X-Service-Auth-Token': token, 'x-service-session-id': expect.any(String) },
  ])
  expect(() => content('{"theme"')).toThrow('OPENCODE_CONFIG_CONTENT in the environment is no JSON object')
})

it('any other program gets the variables, and the person is told what no variable can say', () => {
  const started = startAny(start({ words: ['make', 'test'] }))
  expect([started.program, ...started.words('')]).toEqual(['make', 'test'])
  expect(started.environment).toMatchObject({ OPENAI_BASE_URL: 'https://b.example/openai/v1', COMPACTION_TOKEN: token })
  expect(started.environment).toMatchObject({ COMPACTION_BASE_URL: 'https://b.example' })
  expect(started.notes[0]).toContain('X-Service-Auth-Token')
  expect(started.notes.join()).not.toContain('X-Service-Compaction')
  expect(startAny(start({ words: ['make'], mode: 'observe' })).notes.join()).toContain('X-Service-Compaction: observe')
  expect(() => startAny(start())).toThrow(Failed)
})

it('the installed agents go where their settings say', () => {
  for (const agent of ['claude', 'codex']) {
    write(`bin/${agent}`, '')
    chmodSync(join(world.home, 'bin', agent), 0o755)
  }
  const here = { ...world, environment: { PATH: `/nowhere:${join(world.home, 'bin')}` } }
  const routes = () => agentRoutes(here, 'https://b.example').map(({ goesTo }) => goesTo)
  expect(routes()).toEqual(['its provider', 'its provider'])
  write('.claude/settings.json', { env: { ANTHROPIC_BASE_URL: 'https://b.example/anthropic' } })
  write('.codex/config.toml', 'openai_base_url = "http://127.0.0.1:9/v1"')
  expect(routes()).toEqual(['this service', 'another address'])
  expect(agentRoutes({ ...here, environment: {} }, 'https://b.example')).toEqual([])
})

describe('OpenCode on its own', () => {
  const ours = 'https://b.example/anthropic/v1'
  const config = (anthropic: string, openai?: string) => ({
    provider: {
      anthropic: { options: { baseURL: anthropic } },
      ...(openai === undefined ? {} : { openai: { options: { baseURL: openai } } }),
    },
  })
  const routes = (environment: Record<string, string> = {}, folder = join(world.home, 'work', 'in')) => {
    write('bin/opencode', '')
    chmodSync(join(world.home, 'bin', 'opencode'), 0o755)
    mkdirSync(folder, { recursive: true })
    const here = { ...world, folder, environment: { PATH: join(world.home, 'bin'), ...environment } }
    return agentRoutes(here, 'https://b.example')
  }
  const wrapped = () => write('.config/opencode/opencode.json', config(ours, 'https://b.example/openai/v1'))

  it('goes to its provider where nothing is set, and to the service where it is wrapped', () => {
    expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'its provider' }])
    wrapped()
    expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'this service' }])
  })

  it('goes where the strongest of its settings say', () => {
    const other = 'https://other.example/v1'
    const goesTo = (environment: Record<string, string> = {}) =>
      routes(environment).map(({ provider, goesTo: goal }) => `${provider}: ${goal}`)
    write('named.json', config(other))
    const named = { OPENCODE_CONFIG: join(world.home, 'named.json') }
    const content = { OPENCODE_CONFIG_CONTENT: JSON.stringify(config(other)) }
    wrapped()
    const parted = ['anthropic: another address', 'openai: this service']
    expect(goesTo(named)).toEqual(parted)
    write('work/.git/HEAD', '')
    write('opencode.json', config(other))
    expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'this service' }])
    write('work/opencode.jsonc', `// of the project\n${JSON.stringify(config(other)).replace('}}}', '}},}')}`)
    expect(goesTo()).toEqual(parted)
    write('work/in/.opencode/opencode.json', config('{env:BASE}/anthropic/v1'))
    expect(routes({ BASE: 'https://b.example' })).toEqual([{ agent: 'opencode', goesTo: 'this service' }])
    expect(goesTo({ ...content, BASE: 'https://b.example' })).toEqual(parted)
  })

  it('goes where a file says that its settings name, and nobody knows where without it', () => {
    const named = JSON.stringify(config('{file:~/base}/anthropic/v1', '{file:sub/base}'))
    write('.config/opencode/opencode.jsonc', `  // {file:none}\n${named}`)
    write('base', 'https://b.example\n')
    expect(routes()[0]?.goesTo).toBe('nobody knows where: its settings cannot be read')
    write('.config/opencode/sub/base', 'https://b.example/openai/v1')
    expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'this service' }])
    symlinkSync('/dev/zero', join(world.home, 'endless'))
    write('.config/opencode/opencode.json', '{"x":"{file:~/endless}"}')
    expect(routes()[0]?.goesTo).toBe('nobody knows where: its settings cannot be read')
  })

  it('takes a variable of any text for a text', () => {
    write('.config/opencode/opencode.json', '{"x":"{env:ODD}"}')
    expect(routes({ ODD: 'C:\\Users\\"ana"\n' })).toEqual([{ agent: 'opencode', goesTo: 'its provider' }])
  })

  it.each(['[]', '{"provider":', '{"provider":{} x}'])('goes nobody knows where with settings of %j', (text) => {
    write('.config/opencode/opencode.json', text)
    expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'nobody knows where: its settings cannot be read' }])
  })

  it.each(['', '{"provider":[]}', '{"provider":{"anthropic":7}}', '{"provider":{"openai":{"options":null}}}'])(
    'goes to its provider with settings of %j',
    (text) => {
      write('.config/opencode/opencode.json', text)
      expect(routes()).toEqual([{ agent: 'opencode', goesTo: 'its provider' }])
    },
  )
})

describe('the line at the end', () => {
  const spent = {
    exchanges: 14,
    tokensBefore: 1_180_000,
    tokensAfter: 810_000,
    effectiveBefore: 100_000,
    net: 31_000,
    observedTokens: 0,
  }
  const observed = { ...spent, exchanges: 1, tokensAfter: 1_180_000, net: 0, observedTokens: 118_000 }
  const blanks = `1 request, nothing was changed. Blanks and colours of new text are 118k tokens (10 %); what would go of it later is not counted. What each mode saves: compaction estimate`
  const everything = `1 request, nothing was changed. Deleting everything at once would have taken away 118k tokens (10 %), the most that "arrival" can. What each mode saves: compaction estimate`
  it.each([
    ['account', spent, 'repeated', '14 requests, 1.18M → 810k tokens, 31 % less in effective tokens'],
    [
      'account',
      { ...spent, net: -2_000 },
      'repeated',
      '14 requests, 1.18M → 810k tokens, 2.0 % more in effective tokens',
    ],
    ['account', { ...spent, net: 0 }, 'repeated', '14 requests, 1.18M → 810k tokens, nothing saved'],
    ['observe', observed, 'repeated', blanks],
    ['observe', observed, 'arrival', everything],
    ['observe', observed, 'observe', everything],
    ['account', observed, 'observe', everything],
    ['off', spent, 'repeated', '14 requests, passed on as they came'],
    ['off', observed, 'repeated', '1 request, passed on as it came'],
  ] as const)('%#', (mode, given, accountMode, line) => {
    expect(summaryOf(given, mode, accountMode)).toBe(line)
  })

  it('counts what came since the run began', () => {
    expect(spentSince(spent, { ...spent, exchanges: 10, tokensBefore: 1_000_000 })).toMatchObject({
      exchanges: 4,
      tokensBefore: 180_000,
      effectiveBefore: 0,
    })
  })
})
