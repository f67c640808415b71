// By which numbers of lines an edit counts as one that needs a result before it, and whether the result still tells them.

import { expect, it } from 'vitest'
import { shellEditRuns } from '../../../../eval/cost/sessions/edit-sessions.ts'
import { numberUsesOf, tellsNumber } from '../../../../eval/cost/sessions/line-numbers.ts'
import type { TranscriptMessage } from '../../../../testkit/data/transcripts.ts'

const shell = (command: string): TranscriptMessage => ({
  role: 'assistant',
  tool_calls: [{ name: 'bash', arguments: { command } }],
})
const lines = ['alpha = 1', 'beta = 2', 'gamma = 3', 'delta = 4']
const output = (text: string): string => `<returncode>0</returncode>\n<output>\n${text}\n</output>`
const usesOf = (read: string, text: string, edit: string) =>
  numberUsesOf({ id: 'run', messages: [shell(read), { role: 'tool', content: output(text) }, shell(edit)] })

it('counts lines from the first of a part, and needs all before the one that is named', () => {
  const [use, ...more] = usesOf("sed -n '10,13p' src/a.py", lines.join('\n'), "sed -i '12d' src/a.py")
  if (use === undefined) throw new Error('The number is not found.')
  expect([more.length, use.shownAt, use.lines]).toEqual([0, 1, lines.slice(0, 3)])
  expect(tellsNumber(output(lines.join('\n')), use)).toBe(true)
  expect(tellsNumber(output(lines.slice(0, 3).join('\n')), use)).toBe(true)
  expect(tellsNumber(output(lines.slice(1).join('\n')), use)).toBe(false)
})

it('finds a line that bears its number, whatever goes before it', () => {
  const numbered = lines.map((line, at) => `    ${at + 10}\t${line}`)
  const [use] = usesOf("nl -ba src/a.py | sed -n '10,13p'", numbered.join('\n'), "sed -i '12,99s/3/4/' src/a.py")
  if (use === undefined) throw new Error('The number is not found.')
  expect(use.lines).toEqual(numbered.slice(2, 3))
  expect(tellsNumber(output(numbered.slice(2).join('\n')), use)).toBe(true)
  expect(tellsNumber(output(numbered.slice(0, 2).join('\n')), use)).toBe(false)
})

it('needs nothing of results that show other files, and nothing for patterns', () => {
  expect(usesOf('cat src/b.py', lines.join('\n'), "sed -i '2d' src/a.py")).toEqual([])
  expect(usesOf('cat src/a.py', lines.join('\n'), "sed -i 's/beta/b/' src/a.py")).toEqual([])
  expect(usesOf("sed -n '10,13p' src/a.py", lines.join('\n'), "sed -i '2d' src/a.py")).toEqual([])
})

it('finds them in what is made up, as it is sent whole', () => {
  const found = shellEditRuns().flatMap((run) =>
    numberUsesOf(run).map((use) => tellsNumber(run.messages[use.shownAt]?.content ?? '', use)),
  )
  expect(found.length).toBeGreaterThan(200)
  expect(found.every((isTold) => isTold)).toBe(true)
})
