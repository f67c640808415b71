// The command line with the real agents: they go through the service whatever their settings say, no file of theirs changes,
// and the token stands in no process's words and in no file but its own.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildCli } from '../../dashboard/files/build-cli.ts'
import { packageFiles } from '../../dashboard/files/cli-package.ts'
import { oldestNode } from '../../dashboard/oldest-node.ts'
import { usualText } from '../../testkit/provider/prompt.ts'
import { writeSessionFiles } from '../../testkit/session-files.ts'
import type { Check } from '../../verify/check.ts'
import { expect } from '../../verify/outcome.ts'
import type { ServiceForCli, SignedInHome } from '../cli/service-for-cli.ts'
import { codingAgents, oldestNodeProgram } from './installed-clients.ts'
import type { Finished } from './run-program.ts'

const readersKey = 'sk-reader'
const nobody = 'http://127.0.0.1:9'

const environment = async (): Promise<Record<string, string>> => ({
  PATH: `${await codingAgents()}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
  ANTHROPIC_API_KEY: readersKey,
  OPENAI_API_KEY: readersKey,
  IS_SANDBOX: '1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_TELEMETRY: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_AUTOUPDATER: '1',
})

const claudeWords = ['-p', 'Print the JSON.', '--model', 'claude-sonnet-5', '--dangerously-skip-permissions']
const codexWords = ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', 'Print the JSON.']

const write = (path: string, text: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

/** Settings of the person and of two kinds of project, all of which send requests elsewhere. */
const hostileFiles = ({ home, work }: SignedInHome): readonly string[] => {
  const settings = { env: { ANTHROPIC_BASE_URL: nobody, ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue' } }
  const spelled = `${JSON.stringify(settings, undefined, '\t')}\n`
  return [
    write(join(home, '.claude', 'settings.json'), spelled),
    write(join(work, '.claude', 'settings.json'), spelled),
    write(join(work, '.claude', 'settings.local.json'), spelled),
    write(
      join(home, '.codex', 'config.toml'),
      `check_for_update_on_startup = false\nmodel = "gpt-5.4"\nmodel_provider = "other"\n[model_providers.other]\nname = "other"\nbase_url = "${nobody}/v1"\nwire_api = "responses"\n`,
    ),
  ]
}

const bytesOf = (files: readonly string[]): string[] => files.map((path) => readFileSync(path, 'base64'))

const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() && readFileSync(path).includes(text))

/** Runs, and looks at the words of every process meanwhile. */
const watched = async (running: Promise<Finished>, token: string): Promise<Finished> => {
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const words = execFileSync('ps', ['axww', '-o', 'args='], { encoding: 'utf8', maxBuffer: 64_000_000 })
      expect(!words.includes(token), 'the token stood in the words of a process')
      await wait(150)
    }
  })()
  const finished = await running.finally(() => {
    isOver = true
  })
  await watching
  expect(finished.code === 0, `ended with ${finished.code}: ${finished.err.trim().slice(-300)}`)
  expect(finished.out.trim().endsWith(usualText), finished.out.trim().slice(-200))
  return finished
}

const judge = ({ seen }: ServiceForCli, { home, token }: SignedInHome, shortened: RegExp): void => {
  expect(seen.length > 0, 'the provider was not asked')
  expect(!seen.some(({ headers }) => headers.includes('pt_')), 'the token reached the provider')
  expect(
    seen.every(({ headers }) => headers.includes(readersKey)),
    'a request came without the reader’s key',
  )
  expect(
    seen.some(({ body }) => shortened.test(body)),
    'no result of a tool arrived shortened',
  )
  const holders = filesWith(home, token).map((path) => path.slice(home.length))
  expect(holders.join() === '/.config/compaction/credentials.json', `the token stands in ${holders.join(', ')}`)
}

const summaryIn = ({ err }: Finished): string => {
  const [, line] = /^compaction: (\d+ requests?, .*)$/m.exec(err) ?? []
  expect(line !== undefined, `there is no line at the end: ${err.trim().slice(-200)}`)
  return line ?? ''
}

const shortenedJson = /\{\\"answer\\":\[1,2,3\]\}/
const shortenedRed = /vermilion 1\\n/

const runs = (name: string, words: readonly string[], shortened: RegExp): Check<ServiceForCli> => ({
  name: `compaction ${name}`,
  means: 'it goes through the service, with hostile settings of its own, and changes none of them',
  async run(service) {
    const signedIn = await service.signedIn()
    const files = hostileFiles(signedIn)
    const before = bytesOf(files)
    service.seen.length = 0
    const running = signedIn.run(words, { environment: await environment(), patienceMilliseconds: 90_000 })
    const finished = await watched(running, signedIn.token)
    judge(service, signedIn, shortened)
    expect(bytesOf(files).join() === before.join(), 'a settings file was changed')
    return summaryIn(finished)
  },
})

const twoAtOnce: Check<ServiceForCli> = {
  name: 'compaction run claude, twice at once',
  means: 'each has settings and a session of its own',
  async run(service) {
    const signedIn = await service.signedIn()
    const more = { environment: await environment(), patienceMilliseconds: 90_000 }
    const both = await Promise.all([0, 1].map(() => signedIn.run(['run', 'claude', ...claudeWords], more)))
    for (const finished of both) {
      expect(finished.code === 0, finished.err.trim().slice(-200))
      expect(summaryIn(finished).startsWith('2 requests'), summaryIn(finished))
    }
    const left = readdirSync(join(signedIn.home, '.local', 'state', 'compaction')).filter((file) =>
      file.startsWith('run-'),
    )
    expect(left.length === 0, `left behind: ${left.join(', ')}`)
    return 'two sessions'
  },
}

interface Wrapped {
  readonly agent: 'claude' | 'codex'
  readonly words: readonly string[]
  readonly shortened: RegExp
  /** Its place in `hostileFiles`. */
  readonly file: 0 | 3
}

/** An agent may write into its settings itself: what it wrote stays, and only ours goes. */
const wraps = ({ agent, words, shortened, file }: Wrapped): Check<ServiceForCli> => ({
  name: `compaction wrap ${agent}, unwrap`,
  means: 'the agent on its own goes through the service, and gets its settings back',
  async run(service) {
    const signedIn = await service.signedIn()
    const path = hostileFiles(signedIn)[file] ?? ''
    for (const other of ['settings.json', 'settings.local.json']) write(join(signedIn.work, '.claude', other), '{}')
    const before = readFileSync(path, 'utf8')
    const more = { environment: await environment(), patienceMilliseconds: 90_000 }
    expect((await signedIn.run(['wrap', agent])).code === 0, 'wrap failed')
    const wrapped = readFileSync(path, 'utf8')
    service.seen.length = 0
    const { code, err } = await signedIn.program(agent, words, more)
    expect(code === 0 && service.seen.length > 0, `ended with ${code}: ${err.trim().slice(-200)}`)
    expect(
      service.seen.some(({ body }) => shortened.test(body)),
      'no result of a tool arrived shortened',
    )
    const isUntouched = readFileSync(path, 'utf8') === wrapped
    expect((await signedIn.run(['unwrap', agent])).code === 0, 'unwrap failed')
    const after = readFileSync(path, 'utf8')
    expect(isUntouched ? after === before : after.startsWith(before), `the settings are ${after}`)
    return isUntouched ? 'the same bytes' : 'the same bytes, and what the agent wrote behind them'
  },
})

/** The package as the service hands it out, with nothing that a newer Node brings. */
const onOldestNode: Check<ServiceForCli> = {
  name: `compaction estimate, Node ${oldestNode}`,
  means: 'the oldest Node that is promised plays sessions, and knows whether all is well',
  async run(service) {
    const { home, program } = await service.signedIn()
    for (const { path, text } of packageFiles(buildCli(), service.facts.dashboardUrl)) write(join(home, path), text)
    const main = join(home, 'package', 'bin', 'compaction.mjs')
    writeSessionFiles(home, 300_000, 1)
    const node = await oldestNodeProgram()
    const { code, out, err } = await program(node, [main, 'estimate', '--yes', '--all', '--json'])
    expect(code === 0, `ended with ${code}: ${err.trim().slice(-300)}`)
    const { total } = JSON.parse(out)
    expect(total.sessions > 0 && total.saved.repeated > 0, `the sessions save ${JSON.stringify(total.saved)}`)
    const status = await program(node, [main, 'status'])
    expect(status.code === 0, `status ended with ${status.code}: ${status.err.trim().slice(-300)}`)
    return `${total.sessions} sessions`
  },
}

export const cliChecks: readonly Check<ServiceForCli>[] = [
  runs('run claude', ['run', 'claude', ...claudeWords], shortenedJson),
  runs('run codex', ['run', 'codex', ...codexWords], shortenedRed),
  twoAtOnce,
  wraps({ agent: 'claude', words: claudeWords, shortened: shortenedJson, file: 0 }),
  wraps({ agent: 'codex', words: codexWords, shortened: shortenedRed, file: 3 }),
  onOldestNode,
]
