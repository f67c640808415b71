import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { textOfFile } from '../../../bin/given-file.ts'
import { proxiedBudgets } from '../../../core/compaction/decision/budgets.ts'
import { sliceSpans } from '../../../core/text/spans.ts'
import { tableOf, textsOf } from '../../../eval/show/report.ts'
import { conversationIn } from '../../../local/show/conversation.ts'
import { moneyFor } from '../../../local/show/money.ts'
import { pageOf } from '../../../local/show/page.ts'
import { markedText, type ShowRules, shownOf } from '../../../local/show/shown.ts'
import { meaningsIn } from '../../../local/show/words.ts'
import { files, orders, turns } from './conversations.ts'

const proxiedKinds = Object.keys(proxiedBudgets.repeated)

const shownIn = (text: string, rules?: ShowRules) => shownOf(conversationIn(text).transcript, rules)

describe('what is shown of a conversation', () => {
  it.each(Object.entries(files))('%s: what goes, what stays, and why', (_name, text) => {
    const [shortened, left] = shownIn(text)
    expect(shortened).toMatchObject({ why: 'records, depth at most 0.76 of 1', text: orders })
    expect(shortened?.tokensLeft).toBeLessThan(shortened?.tokens ?? 0)
    expect(left).toMatchObject({ why: 'file-read', text: 'const a = 1' })
    expect(left?.tokensLeft).toBe(left?.tokens)
  })

  const session = (lines: readonly object[]): string => lines.map((line) => JSON.stringify(line)).join('\n')
  const item = (text: string) => [
    { type: 'function_call', call_id: '1', name: 'lookup', arguments: '{}' },
    { type: 'function_call_output', call_id: '1', output: text },
  ]
  const coded = (payload: object) => ({ type: 'response_item', payload })

  it.each([
    ['a list of messages', JSON.stringify(turns)],
    ['a list of items', JSON.stringify(item(orders))],
    ['a session of an older Codex', session([{ id: 's' }, { type: 'message', role: 'user' }, ...item(orders)])],
    [
      'a session of Codex that was compacted',
      session([
        ...item('before').map(coded),
        { type: 'compacted', payload: { replacement_history: item(orders) } },
        coded({ type: 'message', role: 'user', content: [] }),
      ]),
    ],
    [
      'a session of Claude Code with a sub-agent',
      session([
        ...turns.map((message) => ({ type: message.role, message })),
        { type: 'user', isSidechain: true, message: { role: 'user', content: [] } },
      ]),
    ],
  ])('%s is read as well', (_what, text) => {
    expect(shownIn(text)[0]?.text).toBe(orders)
  })

  it('is that of the main agent, with its model', () => {
    const spoken = (model: string, isSidechain: boolean) => ({
      type: 'assistant',
      isSidechain,
      message: { role: 'assistant', model, content: [] },
    })
    expect(conversationIn(session([spoken('main', false), spoken('small', true)])).model).toBe('main')
    expect(conversationIn(session([spoken('small', true)])).model).toBe('small')
  })

  it('says what is wrong with a file, and when there is nothing to show', () => {
    expect(() => conversationIn(JSON.stringify({ messages: turns }).slice(0, -9))).toThrow('cut off')
    expect(() => conversationIn('')).toThrow('neither the body of a request')
    expect(tableOf([], moneyFor({ dialect: 'messages' }))).toMatch(/^No text in it may be shortened/)
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
    const text = JSON.stringify({ model: 'm', messages: said })
    const kept = { observations: 'keep' } as const
    expect(shownIn(text, kept).map(({ why }) => why)).toEqual(['user-text; lines stand again in 4', 'user-text'])
    expect(shownIn(text)[1]?.why).toMatch(/part of a turn|saving-under-floor/)
  })

  it('says of lines that go because they stand again no word by which the engine leaves a text', () => {
    const words = 'amber basil cedar delta ember fjord grove haven inlet jetty kelp lagoon mesa north oasis'.split(' ')
    const lines = words.map((word, at) => `[${word}] opened the ${words[14 - at]} gate for ${word}s in good time`)
    const said = [lines, ['Once more:', ...lines]].flatMap((content, at) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'lookup', input: { at } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: content.join('\n') }] },
    ])
    const messages = [{ role: 'user', content: 'go' }, ...said, { role: 'user', content: 'on' }]
    const [first, second] = shownIn(JSON.stringify({ model: 'm', messages }))
    expect(first?.why).toBe('lines stand again in 4')
    expect(second?.why).toBe('saving-under-floor')
    expect(first?.tokensLeft).toBeLessThan(first?.tokens ?? 0)
  })

  it.each([
    ['a shell alone', ['bash'], 'file-read, unused for 2 turns, depth at most 0.75 of 1'],
    ['an editor, too', ['bash', 'Edit'], 'file-read'],
  ])('shows what goes of a read that nothing uses where the agent has %s', (_which, tools, why) => {
    const file = readFileSync(join(import.meta.dirname, '../../../core/json/splice/splice.ts'), 'utf8')
    const commands = ['cat core/json/splice/splice.ts', 'npm test', 'npm run lint', 'npm test', 'npm run build']
    const said = commands.flatMap((command, at) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${at}`, name: 'bash', input: { command } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: at === 0 ? file : 'ok' }] },
    ])
    const messages = [{ role: 'user', content: 'go' }, ...said]
    const body = JSON.stringify({ model: 'm', tools: tools.map((name) => ({ name })), messages })
    const [shown] = shownIn(body)
    expect(shown?.why).toBe(why)
    expect((shown?.tokensLeft ?? 0) < (shown?.tokens ?? 0)).toBe(tools.length === 1)
  })

  it('is written as a page that shows both sides and runs nothing of what it shows', () => {
    const body = JSON.stringify({ model: 'm', messages: [...turns, { role: 'user', content: 'on' }] })
    const script = orders.replace('Order 1"', 'Order <script>alert(1)</script>"')
    const shown = shownIn(body.replaceAll(JSON.stringify(orders), JSON.stringify(script)))
    const page = pageOf('a <b>', shown, moneyFor({ dialect: 'messages', model: 'm' }, 3))
    expect(page).toContain('a &lt;b&gt;')
    expect(page).not.toContain('<script')
    expect(page).toContain('<del>')
    expect(page).toMatch(/tokens, \d+ stay, \d+ go, \$0\.\d{4} each time uncached, \$0\.\d{4} read from the cache\./)
    expect(tableOf(shown, moneyFor({ dialect: 'messages' }))).toMatch(
      /2 texts with \d+ tokens: \d+ go \(\d+ %\)\nCounted are /,
    )
  })

  it('prints nothing of a text that a terminal obeys', () => {
    const text = 'a\u001b]52;c;aGk=\u0007\tb\n\u009b2Jc\u202ed and more'
    const printed = textsOf([
      { message: 1, why: 'records', text, tokens: 9, tokensLeft: 7, kept: [[0, text.length - 9]] },
    ])
    expect(printed).toBe('--- message 1: records\na␦]52;c;aGk=␦  b\n␦2Jc␦d⟦−9⟧\n')
  })

  it('says in words why a text stays', () => {
    const alone = JSON.stringify({ messages: [{ role: 'tool', tool_call_id: 'none', content: orders }] })
    const said = tableOf(shownIn(alone), moneyFor({ dialect: 'messages' }))
    expect(said).toContain('\nunknown-call: the call that it answers is not in the body\n')
  })

  it('explains every word by which it tells of a text', () => {
    const remarks = ['depth at most 0.7 of 1', 'only what says nothing goes', 'part of a turn', 'superseded']
    const more = ['unused for 2 turns', 'lines stand again in 4, 7', 'left']
    for (const word of [...proxiedKinds, ...remarks, ...more])
      expect([word, meaningsIn([{ why: word }]).length]).toEqual([word, 1])
    for (const text of Object.values(files))
      for (const one of shownIn(text)) expect(meaningsIn([one]).length).toBe(one.why.split(/[,;] (?=[a-z])/).length)
    expect(meaningsIn([{ why: 'records, depth at most 0.76 of 1' }, { why: 'records' }]).map(([word]) => word)).toEqual(
      ['records', 'depth'],
    )
  })

  it('deletes something of the transcript that the examples use', () => {
    const shown = shownIn(textOfFile(join(import.meta.dirname, '../../../examples/transcript.json')))
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
    const [shortened] = shownIn(files['a body of messages'])
    const text = markedText({ text: orders, ...(shortened?.kept === undefined ? {} : { kept: shortened.kept }) })
    expect(text.replaceAll(/⟦−\d+⟧/g, '')).toBe(sliceSpans(orders, shortened?.kept ?? []))
  })

  it.each(['', 'text', '{}', '[]', '{"a":1}\n{"b":2}'])('is nothing of %j', (text) => {
    expect(() => conversationIn(text)).toThrow('neither')
  })
})
