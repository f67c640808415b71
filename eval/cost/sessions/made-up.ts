// Runs made up from a seed, for whoever has no recorded ones: an agent that lists, searches, reads, tests and edits. They show
// that everything can be measured; they are no evidence of what the service saves.

import type { Transcript, TranscriptMessage } from '../../../testkit/data/transcripts.ts'
import { type Chance, chanceOf, pick } from './chance.ts'

const runs = 24
const words =
  'order price invoice session cache token ledger upstream request budget account header stream record'.split(' ')

const name = (chance: Chance): string => `${pick(chance, words)}_${pick(chance, words)}_${Math.floor(chance() * 900)}`
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

const testLog = (chance: Chance): string =>
  `${lines(40 + Math.floor(chance() * 200), (index) => `2026-11-20T10:${String(index % 60).padStart(2, '0')}:00Z INFO  test_${name(chance)} passed in ${Math.floor(chance() * 90)} ms`)}\n2026-11-20T11:00:00Z ERROR test_${name(chance)} failed: expected ${Math.floor(chance() * 1e4)}, got ${Math.floor(chance() * 1e4)}\n`

const records = (chance: Chance): string =>
  JSON.stringify(
    Array.from({ length: 10 + Math.floor(chance() * 40) }, (_, index) => ({
      id: `rec_${index}_${Math.floor(chance() * 1e6)}`,
      name: name(chance),
      status: pick(chance, ['open', 'open', 'open', 'failed']),
      updated_at: '2026-11-20T10:00:00Z',
      note: '',
    })),
    null,
    2,
  )

const source = (chance: Chance): string =>
  lines(
    20 + Math.floor(chance() * 60),
    () =>
      `export const ${name(chance)} = (${pick(chance, words)}: number): number => ${pick(chance, words)} * ${Math.floor(chance() * 99)}`,
  )

interface Use {
  readonly command: string
  readonly result: string
}

const useOf = (chance: Chance): Use => {
  const kind = Math.floor(chance() * 4)
  if (kind === 0) return { command: 'npm test', result: testLog(chance) }
  if (kind === 1) return { command: 'curl -s localhost/records', result: records(chance) }
  const path = `src/${name(chance)}.ts`
  if (kind === 2) return { command: `cat ${path}`, result: source(chance) }
  return { command: 'ls -R src', result: lines(60, () => `src/${name(chance)}.ts`) }
}

/** A word of the result that the next turn repeats. */
const recalled = (chance: Chance, result: string): string => pick(chance, result.match(/\w+_\w+_\d+/g) ?? ['nothing'])

const runOf = (index: number): Transcript => {
  const chance = chanceOf('made-up', index)
  const messages: TranscriptMessage[] = [
    { role: 'system', content: 'You are a careful engineer in the repository of a web shop.' },
    { role: 'user', content: 'The nightly build is red. Find out why and mend it.' },
  ]
  let told = 'the build'
  for (let turn = 0; turn < 8 + Math.floor(chance() * 30); turn += 1) {
    const { command, result } = useOf(chance)
    messages.push(
      { role: 'assistant', content: `I look into ${told}.`, tool_calls: [{ name: 'bash', arguments: { command } }] },
      { role: 'tool', content: result },
    )
    told = recalled(chance, result)
  }
  messages.push({ role: 'assistant', content: `It was ${told}. The build is green again.` })
  return { id: `made-up-${index}`, messages }
}

/** The same runs every time. */
export const madeUpRuns = (): Transcript[] => Array.from({ length: runs }, (_, index) => runOf(index))
