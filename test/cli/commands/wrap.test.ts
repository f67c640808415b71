// Settings that stay: what is written, and that undoing it leaves every byte, whatever others have changed in between.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unwrap } from '../../../cli/commands/wrap.ts'
import { tomlValues } from '../../../cli/toml/values.ts'
import { Failed } from '../../../cli/world/faults.ts'
import { readJournal } from '../../../cli/wrap/journal.ts'
import { memberAt, withMember, withoutMember } from '../../../cli/wrap/json-members.ts'
import { withFences, withoutFences } from '../../../cli/wrap/toml-fence.ts'
import { wrapAgent } from '../../../cli/wrap/wrap.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

let world: CliWorld
beforeEach(() => {
  world = cliWorld()
})
afterEach(() => world.close())

const token = `pt_${'a'.repeat(45)}wXyZ`
const wrapped = (agent: string, change: { isProject?: boolean; isDry?: boolean; statusLine?: string } = {}) => {
  const { isProject = false, isDry = false, statusLine } = change
  const route = { baseUrl: 'https://b.example', token }
  return wrapAgent(agent, { world, route, isProject, ...(statusLine === undefined ? {} : { statusLine }) }, isDry)
}
const unwrapped = (agent: string) => unwrap.run({ options: {}, words: [agent], rest: [], json: false }, world)
const claudeFile = (): string => join(world.home, '.claude', 'settings.json')
const codexFile = (): string => join(world.home, '.codex', 'config.toml')
const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  chmodSync(path, mode)
}
const read = (path: string): string => readFileSync(path, 'utf8')
const ourHeader = `X-Service-Auth-Token: ${token}`

describe('a wrapped Claude Code', () => {
  it('has our variables among its own settings, which nobody else may read, and gets every byte back', async () => {
    const text = '{\n\t"model" : "opus",\n\t"env": {"A":"1"},\n\t"n": 1.0\n}'
    write(claudeFile(), text)
    wrapped('claude', { statusLine: 'compaction statusline' })
    expect(JSON.parse(read(claudeFile()))).toEqual({
      model: 'opus',
      env: {
        A: '1',
        ANTHROPIC_BASE_URL: 'https://b.example/anthropic',
        ANTHROPIC_CUSTOM_HEADERS: ourHeader,
        ENABLE_TOOL_SEARCH: 'true',
      },
      n: 1,
      statusLine: { type: 'command', command: 'compaction statusline' },
    })
    expect(statSync(claudeFile()).mode & 0o777).toBe(0o600)
    await unwrapped('claude')
    expect(read(claudeFile())).toBe(text)
    expect(statSync(claudeFile()).mode & 0o777).toBe(0o644)
    expect((await unwrapped('claude')).lines).toEqual(['Nothing is wrapped.'])
    expect(read(claudeFile())).toBe(text)
  })

  it('gets its rights back, those too that a new file does not get', async () => {
    write(claudeFile(), '{}', 0o664)
    const umask = process.umask(0o077)
    try {
      wrapped('claude')
      await unwrapped('claude')
    } finally {
      process.umask(umask)
    }
    expect(statSync(claudeFile()).mode & 0o777).toBe(0o664)
  })

  it('leaves no file where there was none, and writes through a link to the file that it leads to', async () => {
    wrapped('claude')
    expect(existsSync(claudeFile())).toBe(true)
    await unwrapped('claude')
    expect(existsSync(claudeFile())).toBe(false)
    const kept = join(world.home, 'dotfiles', 'claude.json')
    write(kept, '{}')
    symlinkSync(kept, claudeFile())
    wrapped('claude')
    expect(read(kept)).toContain('ANTHROPIC_BASE_URL')
    await unwrapped('claude')
    expect([read(kept), statSync(claudeFile()).isFile()]).toEqual(['{}', true])
  })

  it('says of a link that leads nowhere that it does', () => {
    mkdirSync(dirname(claudeFile()))
    symlinkSync('/gone/claude.json', claudeFile())
    expect(() => wrapped('claude')).toThrow(
      `${claudeFile()} is a link that leads nowhere: there is no /gone/claude.json. Delete the link, or make the file that it leads to.`,
    )
  })

  it('that is broken now is told what helps to unwrap it', async () => {
    write(claudeFile(), '{}')
    wrapped('claude')
    write(claudeFile(), '{"env":')
    await expect(unwrapped('claude')).rejects.toThrow(
      new Failed(`${claudeFile()}: The file is not a JSON object. Mend it, then: compaction unwrap claude`),
    )
    write(claudeFile(), '{"theme":"dark"}')
    await unwrapped('claude')
    expect(read(claudeFile())).toBe('{"theme":"dark"}')
  })

  it('wrapped again has the new token, and still gets the first bytes back', async () => {
    const text = '{"env":{"ANTHROPIC_BASE_URL":"http://mine"}}'
    write(claudeFile(), text)
    wrapped('claude')
    wrapped('claude')
    await unwrapped('claude')
    expect(read(claudeFile())).toBe(text)
  })

  it('keeps header lines and values that were changed afterwards, and gets its own values back', async () => {
    write(claudeFile(), '{"env":{"ANTHROPIC_BASE_URL":"http://mine"}}')
    wrapped('claude')
    const now = JSON.parse(read(claudeFile()))
    now.env.ANTHROPIC_CUSTOM_HEADERS = `X-Team: blue\n${ourHeader}`
    now.env.ENABLE_TOOL_SEARCH = 'auto:5'
    now.theme = 'dark'
    write(claudeFile(), JSON.stringify(now))
    await unwrapped('claude')
    expect(JSON.parse(read(claudeFile()))).toEqual({
      env: {
        ANTHROPIC_BASE_URL: 'http://mine',
        ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue',
        ENABLE_TOOL_SEARCH: 'auto:5',
      },
      theme: 'dark',
    })
  })

  it('says what it would write, without the token, and writes nothing', () => {
    write(claudeFile(), '{\n\t"a": 1\n}')
    const { lines = [] } = wrapped('claude', { isDry: true })
    expect(lines.join('\n')).toContain('+     "env": {')
    expect(lines.join('\n')).toContain('pt_…wXyZ')
    expect(lines.join('\n')).not.toContain(token)
    expect(lines.join('\n')).not.toContain('\t')
    expect(read(claudeFile())).toBe('{\n\t"a": 1\n}')
    expect(existsSync(join(world.home, '.local'))).toBe(false)
  })

  it.each(['{', '[1]', '{"env":{},"env":{}}', '{"env":7}', '// note\n{}'])('is left alone over %j', (text) => {
    write(claudeFile(), text)
    expect(() => wrapped('claude')).toThrow(Failed)
    expect(read(claudeFile())).toBe(text)
  })

  it('has lines that end as the others of its file do, and none of it is shown before', async () => {
    const text = '\ufeff{\r\n  "a": 1,\r\n  "env": {}\r\n}\r\n'
    write(claudeFile(), text)
    expect((wrapped('claude', { isDry: true }).lines ?? []).join('')).not.toContain('\r')
    wrapped('claude', { statusLine: 'compaction statusline' })
    expect(read(claudeFile()).replaceAll('\r\n', '')).not.toContain('\n')
    write(claudeFile(), read(claudeFile()).replace('"a": 1', '"a": 2'))
    await unwrapped('claude')
    expect(read(claudeFile())).toBe(text.replace('"a": 1', '"a": 2'))
  })

  it('is not said to be wrapped where its file cannot be written, and keeps the way back where it was', async () => {
    write(join(world.home, '.claude'), 'no folder')
    expect(() => wrapped('claude')).toThrow(Failed)
    expect(readJournal(world)).toEqual([])
    rmSync(join(world.home, '.claude'))
    write(claudeFile(), '{"a":1}')
    wrapped('claude')
    const known = readJournal(world)
    const folder = join(world.home, '.claude')
    renameSync(folder, `${folder}-elsewhere`)
    write(folder, 'no folder')
    expect(() => wrapped('claude')).toThrow(Failed)
    expect(readJournal(world)).toEqual(known)
  })

  it('has the settings of a project in the file that is not shared', () => {
    wrapped('claude', { isProject: true })
    expect(read(join(world.folder, '.claude', 'settings.local.json'))).toContain(token)
  })

  it('takes no header from a project that says where the person’s key goes, and gives every byte back', async () => {
    const file = join(world.folder, '.claude', 'settings.local.json')
    const lines = 'X-Team: a\n x-service-upstream-url: https://thief.example\nX-Service-Upstream-Key: b'
    const text = JSON.stringify({ env: { ANTHROPIC_CUSTOM_HEADERS: lines } })
    write(file, text)
    wrapped('claude', { isProject: true })
    expect(JSON.parse(read(file)).env.ANTHROPIC_CUSTOM_HEADERS).toBe(`X-Team: a\n${ourHeader}`)
    await unwrapped('claude')
    expect(read(file)).toBe(text)
  })
})

describe('a wrapped Codex', () => {
  it.each([
    '',
    'model = "gpt-5.4"',
    'model = "gpt-5.4"\nmodel_provider = "mine" # why\nnotify = [\n  ["x"],\n]\n\n[model_providers.mine]\nname = "mine"\n',
    '\ufeff# comment\n[tools]\nmodel_provider = "not this one"\n',
    '"model_provider" = \'\'\'mine\'\'\'\ntext = """\n[model_providers.compaction]\n"""',
  ])('goes through the service and gets every byte back (%#)', async (text) => {
    write(codexFile(), text)
    wrapped('codex')
    const values = tomlValues(read(codexFile()))
    expect(values.get('model_provider')).toBe('compaction')
    expect(values.get('model_providers.compaction.base_url')).toBe('https://b.example/openai/v1')
    expect(values.get('model_providers.compaction.http_headers.X-Service-Auth-Token')).toBe(token)
    await unwrapped('codex')
    expect(read(codexFile())).toBe(text)
  })

  it('keeps what was written around ours afterwards', async () => {
    write(codexFile(), 'model_provider = "mine"\n[a]\nb = 1')
    wrapped('codex')
    write(codexFile(), `first = 1\n${read(codexFile())}[last]\nc = 2\n`)
    await unwrapped('codex')
    expect(read(codexFile())).toBe('first = 1\nmodel_provider = "mine"\n[a]\nb = 1\n[last]\nc = 2\n')
  })

  it('has lines that end as the others of its file do, and gives those back as they were', async () => {
    const text = '# mine\r\nmodel_provider = "mine" # why\r\n[a]\r\nb = 1'
    write(codexFile(), text)
    wrapped('codex')
    expect(read(codexFile()).replaceAll('\r\n', '')).not.toContain('\n')
    write(codexFile(), read(codexFile()).replace('# mine', '# yours'))
    await unwrapped('codex')
    expect(read(codexFile())).toBe(text.replace('# mine', '# yours'))
  })

  it.each([
    ['model = "x', 1],
    ['\ufeff# mine\nmodel = "x\n', 2],
    ['# mine\nmodel = "x\n[a]\nb = 1\n', 2],
    ['[a]\nb = [1,\n  2\n', 2],
    ['text = """\nnever closed\n', 1],
    ['hello\n', 1],
    ['model =\n[a\n', 2],
  ])('refuses %j, which is no TOML, and leaves it as it is', (text, line) => {
    write(codexFile(), text)
    expect(() => wrapped('codex')).toThrow(`no TOML from line ${line} on. Mend it first.`)
    expect(read(codexFile())).toBe(text)
  })

  it.each([
    'a = "]" # [\nb = \'"\'\n[[list]]\nc = [ "x", # {\n  "y" ]\n[list.d]\n"e f" = { g = "}" }\n',
    "text = '''\n[not a head\n\"'''\n",
    '\ufeffmodel = "a \\"b\\" c"\r\n[a]\r\n',
    'text = """a \\""" "" b"""""\n',
  ])('takes %j, which is TOML, and gives it back', async (text) => {
    write(codexFile(), text)
    wrapped('codex')
    await unwrapped('codex')
    expect(read(codexFile())).toBe(text)
  })

  it('has its provider before the first table, also one of a list, and leaves what stands in that', () => {
    write(codexFile(), '[[hooks.Stop]]\nmodel_provider = "not this one"\n')
    wrapped('codex')
    const [before = '', list = ''] = read(codexFile()).split('[[hooks.Stop]]\n')
    expect(before).toContain('model_provider = "compaction"')
    expect(list.startsWith('model_provider = "not this one"\n# >>>')).toBe(true)
  })

  it.each([
    ['model_providers = { mine = { name = "mine" } }\n', 'The file sets model_providers in braces'],
    ['"model_providers".compaction.name = "mine"\n', 'of its own'],
    ['[model_providers]\ncompaction = { name = "mine" }\n', 'of its own'],
    ['[model_providers.compaction.http_headers]\nA = "1"\n', 'of its own'],
  ])('refuses %j, with which Codex would not start afterwards, and leaves it as it is', (text, why) => {
    write(codexFile(), text)
    expect(() => wrapped('codex')).toThrow(why)
    expect(read(codexFile())).toBe(text)
  })

  it('says why it cannot be: a table of the same name, a ChatGPT sign-in, a project', () => {
    write(codexFile(), '[model_providers.compaction]\nname = "mine"\n')
    expect(() => wrapped('codex')).toThrow('of its own')
    expect(() => wrapped('codex', { isProject: true })).toThrow('--project')
    write(join(world.home, '.codex', 'auth.json'), '{"tokens":{"access_token":"ey"}}')
    expect(() => wrapped('codex')).toThrow('ChatGPT')
  })
})

it('a wrapped OpenCode has both providers, and no token in the file of a project', async () => {
  const file = join(world.home, '.config', 'opencode', 'opencode.json')
  write(file, '{ "theme": "dark" }\n')
  wrapped('opencode')
  expect(JSON.parse(read(file)).provider.openai.options).toEqual({
    baseURL: 'https://b.example/openai/v1',
    headers: { 'X-Service-Auth-Token': token },
  })
  await unwrapped('opencode')
  expect(read(file)).toBe('{ "theme": "dark" }\n')
  wrapped('opencode', { isProject: true })
  expect(read(join(world.folder, 'opencode.json'))).not.toContain('pt_')
})

it.each([
  '{\n  // "provider": {},\n  "theme": "dark", /* of mine */\n}\n',
  '{\r\n  "provider": {\r\n    // none, yet\r\n  },\r\n  "url": "https://a.test/x", // "quoted\r\n}',
  '{ /* nothing */ }',
  '{"theme":"dark"} // end',
])('a wrapped OpenCode keeps its comments, also where others have edited the file since: %j', async (text) => {
  const file = join(world.home, '.config', 'opencode', 'opencode.jsonc')
  write(file, text)
  wrapped('opencode')
  expect(memberAt(read(file), ['provider', 'anthropic', 'options', 'baseURL'])).toBe('"https://b.example/anthropic/v1"')
  for (const comment of text.match(/\/\/.*|\/\*.*?\*\//g) ?? []) expect(read(file)).toContain(comment)
  write(file, `${read(file)}// since\n`)
  await unwrapped('opencode')
  expect(read(file)).toBe(`${text}// since\n`)
})

describe('members of JSON', () => {
  const name = fc.constantFrom('env', 'a', 'b', 'model', 'é"\\')
  const { tree } = fc.letrec<{ tree: Record<string, unknown>; value: unknown }>((tie) => ({
    tree: fc.dictionary(name, tie('value'), { maxKeys: 4, depthIdentifier: 'tree' }),
    value: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, fc.jsonValue({ maxDepth: 1 }), tie('tree')),
  }))
  const text = fc
    .tuple(tree, fc.constantFrom(undefined, 1, 2, 4, '\t'))
    .map(([value, indent]) => JSON.stringify(value, undefined, indent))

  it('come and go without a trace where they were not before', () => {
    fc.assert(
      fc.property(text, fc.string(), (given, value) => {
        expect(withoutMember(withMember(given, ['ours'], value), ['ours'])).toBe(given === '{}' ? '{}' : given)
        expect(JSON.parse(withMember(given, ['ours'], value))).toEqual({ ...JSON.parse(given), ours: value })
      }),
      { numRuns: 300 },
    )
  })

  it('are set and read at any depth, and leave everything else as it is', () => {
    fc.assert(
      fc.property(text, fc.string(), (given, value) => {
        const path = ['new', 'env', 'X']
        const made = withMember(given, path, value)
        expect(memberAt(made, path)).toBe(JSON.stringify(value))
        const { new: _, ...rest } = JSON.parse(made)
        expect(rest).toEqual(JSON.parse(given))
      }),
      { numRuns: 300 },
    )
  })

  it('of a wrapped file are all that unwrap takes, whatever else was edited', async () => {
    const edits = fc.array(fc.tuple(fc.constantFrom('theme', 'model', 'hooks'), fc.jsonValue({ maxDepth: 1 })), {
      maxLength: 4,
    })
    await fc.assert(
      fc.asyncProperty(text, edits, fc.constantFrom(undefined, 2), async (given, changes, indent) => {
        const before = JSON.parse(given)
        fc.pre(
          before.env === undefined ||
            (typeof before.env === 'object' && before.env !== null && !Array.isArray(before.env)),
        )
        write(claudeFile(), given)
        wrapped('claude')
        const now = { ...JSON.parse(read(claudeFile())), ...Object.fromEntries(changes) }
        write(claudeFile(), JSON.stringify(now, undefined, indent))
        await unwrapped('claude')
        expect(JSON.parse(read(claudeFile()))).toEqual({
          ...before,
          ...JSON.parse(JSON.stringify(Object.fromEntries(changes))),
        })
      }),
      { numRuns: 100 },
    )
  })
})

it('fences come and go without a trace in any text of TOML', () => {
  const line = fc.constantFrom(
    'model = "x"',
    'model_provider = "y"',
    '# a comment [x]',
    '[tools]',
    'list = [\n  1,\n  2, # ]\n]',
    "text = '''\n[x]\n'''",
    'quoted = "a # b"',
    '',
    '  indented = true',
    'long = """\nmodel_provider = "no"\n"""',
  )
  const lineBreak = fc.constantFrom('\n', '\r\n')
  const ours = {
    top: { model_provider: '"compaction"' },
    table: ['model_providers', 'compaction'],
    members: { name: '"c"' },
  }
  fc.assert(
    fc.property(fc.uniqueArray(line, { maxLength: 8 }), lineBreak, fc.boolean(), (lines, between, isEnded) => {
      const text = lines.join(between) + (isEnded ? between : '')
      const made = withFences(text, ours)
      expect(withoutFences(made)).toBe(text)
      expect(tomlValues(made).get('model_provider')).toBe('compaction')
      expect(tomlValues(made).get('model_providers.compaction.name')).toBe('c')
    }),
    { numRuns: 500 },
  )
})
