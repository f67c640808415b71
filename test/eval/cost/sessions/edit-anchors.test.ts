// Which texts of an edit count as quotes of an earlier result.

import { expect, it } from 'vitest'
import { editAnchorsOf, holdsAnchor } from '../../../../eval/cost/sessions/edit-anchors.ts'
import type { TranscriptMessage } from '../../../../testkit/data/transcripts.ts'

const shell = (command: string): TranscriptMessage => ({
  role: 'assistant',
  tool_calls: [{ name: 'bash', arguments: { command } }],
})
const result: TranscriptMessage = { role: 'tool', content: 'def total(a):\n    return a.price * 2\n' }

const anchorsOf = (call: TranscriptMessage): readonly (readonly string[])[] =>
  editAnchorsOf({ id: 'run', messages: [result, call] }).map(({ lines }) => lines)

it('takes what an editor is told to replace, line by line', () => {
  const call = { name: 'edit', arguments: { path: 'a.py', old_string: 'def total(a):\n    return a.price * 2' } }
  expect(anchorsOf({ role: 'assistant', tool_calls: [call] })).toEqual([['def total(a):', 'return a.price * 2']])
})

it('takes a plain pattern of a stream editor that changes files, and none that only prints', () => {
  expect(anchorsOf(shell("sed -i 's/return a\\.price/return a.cost/' a.py"))).toEqual([['return a.price']])
  expect(anchorsOf(shell("sed -n 's/return a\\.price/x/p' a.py"))).toEqual([])
})

it('leaves patterns out that stand for more than one text, and what no result ever said', () => {
  expect(anchorsOf(shell("sed -i 's/return .*price/x/' a.py"))).toEqual([])
  expect(anchorsOf(shell("sed -i 's/nowhere to be found/x/' a.py"))).toEqual([])
})

it('takes what a patch keeps and takes away, and what blocks search for', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.py\n@@\n def total(a):\n-    return a.price * 2\n+    return a.cost\n*** End Patch'
  const blocks = '------- SEARCH\n    return a.price * 2\n=======\n    return a.cost\n+++++++ REPLACE'
  const calls = [
    { name: 'apply_patch', arguments: { input: patch } },
    { name: 'replace_in_file', arguments: { diff: blocks } },
  ]
  expect(anchorsOf({ role: 'assistant', tool_calls: calls })).toEqual([
    ['def total(a):', 'return a.price * 2'],
    ['return a.price * 2'],
  ])
})

it('takes what a program looks for that rewrites a file, and not what it puts there', () => {
  const program = [
    "content = open('a.py').read()",
    "old_block = '''def total(a):\n    return a.price * 2'''",
    "content = content.replace(old_block, 'def total(a):').replace(\"return a.price * 2\", 'pass')",
  ].join('\n')
  expect(anchorsOf(shell(`python3 - <<'EOF'\n${program}\nEOF`))).toEqual([
    ['def total(a):', 'return a.price * 2'],
    ['return a.price * 2'],
  ])
})

it('takes what a plain diff keeps and takes away', () => {
  const diff = '--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n def total(a):\n-    return a.price * 2\n+    return 1\n'
  expect(anchorsOf(shell(`patch -p0 <<'EOF'\n${diff}EOF`))).toEqual([['def total(a):', 'return a.price * 2']])
})

it('is held by a text that has its lines one behind the other', () => {
  const anchor = { usedAt: 1, lines: ['one line', 'another'] }
  expect(holdsAnchor(['     1\tone line\n     2\t}\n     3\tanother'], anchor)).toBe(true)
  expect(holdsAnchor(['one line\nsomething else\nanother'], anchor)).toBe(false)
  expect(holdsAnchor(['one line', 'another'], anchor)).toBe(false)
})
