import { describe, expect, it } from 'vitest'
import { opensJson } from '../../../core/json/opens-json.ts'

const records = [{ id: 1, name: 'Ada "Countess"', tags: ['a', 'b'], more: { none: null } }, { id: 2 }]
const long = `"${'a long text '.repeat(40)}"`

const json: readonly string[] = [
  JSON.stringify(records),
  JSON.stringify(records, null, 2),
  `\n  ${JSON.stringify(records, null, '\t')}\n`,
  JSON.stringify(records[0]),
  records.map((one) => JSON.stringify(one)).join('\n'),
  '{}',
  '{ }\n',
  '[]',
  '[ ]\n',
  '[{}]',
  '[{}, {"a":1}]',
  '[[]]',
  '[[], [1]]',
  '[[1, 2], [3, 4]]',
  '[[1], [2]]',
  '[[[0.5]]]',
  '[["a"], ["b"]]',
  '[1]',
  '[1, 2, 3]\n',
  '[-0.5e3, 7]',
  '["one"]',
  '["one", "two"]',
  '["", "\\u00e9\\""]',
  '[true, false]',
  '[null]',
  '[1, 2]\n[3, 4]\n',
  '["a"]\r\n["b"]',
  '[]\n[]',
  `[${long}]`,
  `{"text":${long}}`,
  `{${long}:1}`,
  // Cut off.
  '{',
  '[',
  '[{',
  '[[',
  '{"na',
  '["one", "tw',
  '["one\\',
  '[1, 2, 3',
  '[{"id":1},{"id"',
  // Nothing but blanks.
  '',
  ' \n\t',
  ' '.repeat(400),
]

const other: readonly string[] = [
  '[x] done\n[ ] not done',
  '[ ] water the plants\n[x] feed the cat',
  '[X] done',
  '[-] left out',
  '[![build](https://ci.test/b.svg)](https://ci.test)\n\n# A tool',
  '[Skip to content](#) [Home](/)',
  '["Quoted title"](https://a.test)',
  '[12:30] anna: are you there?',
  '[12:30:05] anna: hello',
  '[1] a reference',
  '[1], the first of them',
  '[1, 2] have shown this',
  '[1]: https://a.test\n[2]: https://b.test',
  '[2026-11-01T10:00:00Z] INFO started',
  '[2026-11-01 10:00:00] started',
  '[2026/11/01] started',
  '[INFO] started',
  '[notice] A new release is out',
  '[null] is what it says',
  '[true](#true)',
  '[] nothing to do',
  '[](https://a.test)',
  '[Page 3 of 12]\n\nThe board met.',
  '[[Main Page]] leads here',
  '[[1]](#note) says so',
  '[{{ name }}]',
  '{{ name }} wrote:',
  '{% if x %}',
  '{name}: hello',
  "{'id': 1}",
  '(1) first',
  'plain words',
]

describe('a text that opens as JSON does', () => {
  it.each(json)('is JSON, whole or cut off: %j', (text) => {
    expect(opensJson(text)).toBe(true)
  })

  it.each(other)('is something else that opens with a bracket: %j', (text) => {
    expect(opensJson(text)).toBe(false)
  })

  it('is told by any beginning of JSON', () => {
    for (const text of [JSON.stringify(records), JSON.stringify(records, null, 2)])
      for (let end = 0; end <= text.length; end += 1)
        expect(opensJson(text.slice(0, end)), text.slice(0, end)).toBe(true)
  })

  it('is told in the same time whatever its length', () => {
    expect(opensJson(`["${'\\n'.repeat(2_000_000)}"]`)).toBe(true)
    expect(opensJson(`${'['.repeat(2_000_000)}`)).toBe(true)
    expect(opensJson(`[${'1, '.repeat(1_000_000)}`)).toBe(true)
  })
})
