import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOfFile } from '../../../bin/given-file.ts'
import { sliceSpans } from '../../../core/text/spans.ts'
import { moneyAt, tableOf } from '../../../eval/show/report.ts'
import { conversationIn } from '../../../local/show/conversation.ts'
import { pageOf } from '../../../local/show/page.ts'
import { markedText, shownOf } from '../../../local/show/shown.ts'

const orders = JSON.stringify(
  Array.from({ length: 40 }, (_, at) => ({ id: at, title: `Order ${at}`, note: null, tags: [], etag: `x${at}` })),
)
const call = { type: 'tool_use', id: '1', name: 'lookup', input: { id: 7 } }
const read = { type: 'tool_use', id: '2', name: 'Read', input: { file_path: 'a.ts' } }
const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
const turns = [
  { role: 'user', content: 'go' },
  { role: 'assistant', content: [call, read] },
  { role: 'user', content: [result('1', orders), result('2', 'const a = 1')] },
]

const files = {
  'a body of messages': JSON.stringify({ model: 'm', messages: turns }),
  'a body of chat completions': JSON.stringify({
    messages: [
      {
        role: 'assistant',
        tool_calls: [call, read].map(({ id, name, input }) => ({
          id,
          function: { name, arguments: JSON.stringify(input) },
        })),
      },
      { role: 'tool', tool_call_id: '1', content: orders },
      { role: 'tool', tool_call_id: '2', content: 'const a = 1' },
    ],
  }),
  'a session of Claude Code': [
    { type: 'summary', summary: 'x' },
    ...turns.map((message) => ({ type: message.role, message, uuid: 'u' })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
  'a session of Codex': [
    { type: 'session_meta', payload: { id: 's' } },
    ...[
      { type: 'function_call', call_id: '1', name: 'lookup', arguments: '{"id":7}' },
      { type: 'function_call_output', call_id: '1', output: orders },
      { type: 'function_call', call_id: '2', name: 'shell', arguments: '{"command":["cat","a.ts"]}' },
      { type: 'function_call_output', call_id: '2', output: 'const a = 1' },
    ].map((payload) => ({ type: 'response_item', payload })),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n'),
}

describe('what is shown of a conversation', () => {
  it.each(Object.entries(files))('%s: what goes, what stays, and why', (_name, text) => {
    const [shortened, left] = shownOf(conversationIn(text))
    expect(shortened).toMatchObject({ why: 'records, budget 0.73', text: orders })
    expect(shortened?.tokensLeft).toBeLessThan(shortened?.tokens ?? 0)
    expect(left).toMatchObject({ why: 'file-read', text: 'const a = 1' })
    expect(left?.tokensLeft).toBe(left?.tokens)
  })

  it('says where lines stand again that go, and what observations would give', () => {
    const log = Array.from({ length: 60 }, (_, at) => `step ${at} of the build is done and took ${at} ms`).join('\n')
    const observed = `<returncode>0</returncode>\n<output>\n${log}\n</output>`
    const said = [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '```bash\nmake\n```' },
      { role: 'user', content: observed },
      { role: 'assistant', content: '```bash\nmake\n```' },
      { role: 'user', content: observed },
      { role: 'assistant', content: 'done' },
    ]
    const transcript = conversationIn(JSON.stringify({ model: 'm', messages: said }))
    expect(shownOf(transcript).map(({ why }) => why)).toEqual(['user-text; lines stand again in 4', 'user-text'])
    expect(shownOf(transcript, { observations: true })[1]?.why).toMatch(/observation|saving-under-floor/)
  })

  it('is written as a page that shows both sides and runs nothing of what it shows', () => {
    const body = JSON.stringify({ model: 'm', messages: [...turns, { role: 'user', content: 'on' }] })
    const script = orders.replace('Order 1"', 'Order <script>alert(1)</script>"')
    const shown = shownOf(conversationIn(body.replaceAll(JSON.stringify(orders), JSON.stringify(script))))
    const page = pageOf('a <b>', shown, moneyAt(3))
    expect(page).toContain('a &lt;b&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain('<del>')
    expect(page).toMatch(/tokens, \d+ stay, \d+ go, \$0\.\d{4} uncached each time\./)
    expect(tableOf(shown, moneyAt(undefined))).toMatch(/2 texts with \d+ tokens: \d+ go \(\d+ %\)$/)
  })

  it('says in words why a text stays', () => {
    const alone = JSON.stringify({ messages: [{ role: 'tool', tool_call_id: 'none', content: orders }] })
    const said = tableOf(shownOf(conversationIn(alone)), moneyAt(undefined))
    expect(said).toContain('\nunknown-call: the call that it answers is not in the body\n')
  })

  it('deletes something of the transcript that the examples use', () => {
    const shown = shownOf(conversationIn(textOfFile(join(import.meta.dirname, '../../../examples/transcript.json'))))
    expect(shown.map(({ tokens, tokensLeft }) => tokensLeft / tokens < 0.5)).toEqual([true, true])
  })

  it('says in words that a file cannot be read', () => {
    expect(() => textOfFile('none.json')).toThrow('none.json cannot be read: there is no such file.')
    expect(() => textOfFile(import.meta.dirname)).toThrow('it is a folder.')
  })

  it('marks every part that goes with its length', () => {
    const kept = [
      [1, 3],
      [5, 6],
    ] as const
    expect(markedText({ text: 'abcdefgh', kept })).toBe('⟦−1⟧bc⟦−2⟧f⟦−2⟧')
    expect(markedText({ text: 'abc' })).toBe('abc')
    const [shortened] = shownOf(conversationIn(files['a body of messages']))
    const text = markedText({ text: orders, ...(shortened?.kept === undefined ? {} : { kept: shortened.kept }) })
    expect(text.replaceAll(/⟦−\d+⟧/g, '')).toBe(sliceSpans(orders, shortened?.kept ?? []))
  })

  it.each(['', 'text', '{}', '[]', '{"a":1}\n{"b":2}'])('is nothing of %j', (text) => {
    expect(() => conversationIn(text)).toThrow('neither')
  })
})
