// Sessions of an agent that edits, made up from a seed on the sources of installed packages: it searches, reads files in whole or in
// part, quotes lines of them in its edits or names their numbers, runs tests, and comes back to files that it read long ago. What it
// does is made up; what it reads and quotes is real code. How agents word all that: edit-hands.ts

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transcript, TranscriptMessage } from '../../../testkit/data/transcripts.ts'
import { type Chance, chanceOf, pick } from './chance.ts'
import { type Hand, numbered, shellHands, toolHands } from './edit-hands.ts'

const runs = 24
/** Folders of packages that hold their sources. */
const packages = ['zod/src/v4', 'undici/lib', 'oidc-provider/lib', 'dynalite']
const [shortestFile, longestFile] = [60, 900]

interface Project {
  readonly name: string
  /** Lines of each file, as they stand now. */
  readonly files: Map<string, string[]>
}

const sourcesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[jt]s$/.test(path) && !/\.d\.ts$|test|node_modules|locales|min\.js|undici-fetch/.test(path))
    .toSorted()

const projectOf = (name: string): Project => {
  const folder = join('node_modules', name)
  const files = sourcesUnder(folder).flatMap((path): [string, string[]][] => {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    return lines.length >= shortestFile && lines.length <= longestFile ? [[`/src/${name}/${path}`, lines]] : []
  })
  return { name, files: new Map(files) }
}

const whole = (chance: Chance, until: number): number => Math.floor(chance() * until)

const testLog = (chance: Chance, project: Project): string => {
  const paths = [...project.files.keys()]
  const passed = Array.from({ length: 4 + whole(chance, 24) }, () => {
    const path = pick(chance, paths)
    return ` ✓ ${path.replace(/\.([jt]s)$/, '.test.$1')} (${1 + whole(chance, 30)} tests) ${whole(chance, 900)}ms`
  })
  const failed = pick(chance, paths)
  return [
    ...passed,
    ` FAIL  ${failed}:${whole(chance, 200)}`,
    `AssertionError: expected ${whole(chance, 99)} to be ${whole(chance, 99)}`,
  ].join('\n')
}

/** One agent at work in a project. */
const agentIn = (project: Project, chance: Chance, hand: Hand) => {
  const messages: TranscriptMessage[] = []
  /** Which lines of a file it was shown last, and when. */
  const shown = new Map<string, { from: number; until: number }>()
  const use = (said: string, [name, input]: Hand['test'], result: string): void => {
    messages.push(
      { role: 'assistant', content: said, tool_calls: [{ name, arguments: input }] },
      { role: 'tool', content: result },
    )
  }
  const linesOf = (path: string): string[] => project.files.get(path) ?? []

  const read = (path: string): void => {
    const lines = linesOf(path)
    const isPart = lines.length > 300 && chance() < 0.6
    const from = isPart ? whole(chance, lines.length - 120) : 0
    const until = isPart ? Math.min(lines.length, from + 80 + whole(chance, 120)) : lines.length
    shown.set(path, { from, until })
    use(`I read ${path}.`, ...hand.read(path, lines, isPart ? [from, until] : undefined))
  }
  const search = (): void => {
    const path = pick(chance, [...project.files.keys()])
    const names = linesOf(path)
      .join('\n')
      .match(/\b[a-z]+[A-Z]\w{4,}\b/g) ?? ['return']
    const pattern = pick(chance, names)
    const hits = [...project.files].flatMap(([file, lines]) =>
      lines.flatMap((line, at) => (line.includes(pattern) ? [`${file}:${at + 1}:${line}`] : [])),
    )
    use(`Where is ${pattern} used?`, hand.search(pattern, `/src/${project.name}`), hits.slice(0, 60).join('\n'))
  }
  const edit = (path: string): void => {
    const lines = linesOf(path)
    // An edit has moved the numbers.
    if (hand.byNumber === true && !shown.has(path)) read(path)
    const { from, until } = shown.get(path) ?? { from: 0, until: lines.length }
    const count = 1 + whole(chance, 2 + whole(chance, 14))
    const at = from + whole(chance, Math.max(1, Math.min(until, lines.length) - from - count))
    const old = lines.slice(at, at + count)
    if (old.join('').trim() === '') return
    const remark = `  // ${pick(chance, ['checked', 'see above', 'also when empty', 'in order'])} ${whole(chance, 1_000)}`
    // Half of the edits leave the count of lines as it is.
    const after = chance() < 0.5 ? [...old, remark] : [...old.slice(0, -1), `${old.at(-1)}${remark}`]
    const call = hand.edit({ path, old, after, around: lines.slice(Math.max(0, at - 3), at), at })
    if (call === undefined) return
    lines.splice(at, old.length, ...after)
    if (hand.byNumber === true) shown.delete(path)
    const snippet = numbered(lines, Math.max(0, at - 4), Math.min(lines.length, at + after.length + 4))
    use(`I change ${path}.`, call, hand.edited(path, snippet))
  }

  return {
    messages,
    /** A piece of work: some files, most of them new to it, one perhaps known from before. */
    work(wish: string): void {
      messages.push({ role: 'user', content: wish })
      if (chance() < 0.7) search()
      const known = [...shown.keys()]
      const focus = Array.from({ length: 2 + whole(chance, 3) }, () => pick(chance, [...project.files.keys()]))
      for (const path of focus) read(path)
      const back = known.length > 0 && chance() < 0.6 ? [pick(chance, known)] : []
      for (let edits = 2 + whole(chance, 5); edits > 0; edits -= 1) {
        const path = pick(chance, [...focus, ...back])
        // Some agents look again before they edit, and some quote what they remember.
        if (chance() < 0.3) read(path)
        edit(path)
        if (chance() < 0.4) use('I run the tests.', hand.test, testLog(chance, project))
        if (chance() < 0.2) search()
      }
      messages.push({ role: 'assistant', content: 'It is done.' })
    },
  }
}

const wishes = [
  'Empty input must not fail any longer.',
  'The order of the results is not stable. Find out where it gets lost.',
  'Give the errors the name of the field.',
  'This is slower than it was. Make it as fast as before.',
]

const runsBy = (name: string, hands: readonly Hand[]): Transcript[] =>
  Array.from({ length: runs }, (_, index) => {
    const chance = chanceOf(name, index)
    const project = projectOf(packages[index % packages.length] ?? '')
    const hand = hands[Math.floor(index / packages.length) % hands.length]
    if (hand === undefined) throw new Error('There is no way to edit.')
    const agent = agentIn(project, chance, hand)
    for (let task = 4 + whole(chance, 6); task > 0; task -= 1) agent.work(pick(chance, wishes))
    const system: TranscriptMessage = { role: 'system', content: 'You are a careful engineer.' }
    return { id: `${name}-${index}`, messages: [system, ...agent.messages] }
  })

/** Of agents with tools that quote. The same runs every time, as long as the packages are the same. */
export const editRuns = (): Transcript[] => runsBy('edits', toolHands)
/** Of agents that have a shell and nothing else. */
export const shellEditRuns = (): Transcript[] => runsBy('shell-edits', shellHands)
