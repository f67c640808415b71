// What pictures count for in a body.

import { describe, expect, it } from 'vitest'
import { scanJson } from '../../../core/json/scan.ts'
import { picturesIn, weighing } from '../../../core/transcript/pictures.ts'
import { processorTime } from '../../../testkit/colliding.ts'

const scanned = (value: unknown) => {
  const tape = scanJson(JSON.stringify(value))
  if (tape === undefined) throw new Error('not JSON')
  return tape
}
const [bare, spelled] = ['/9j/', '\\/9j\\/'].map((beginning) => `${beginning}${'A'.repeat(90_000)}`)
const png = (characters: number): string => `iVBORw0KGgo${'A'.repeat(characters)}`

describe('a picture', () => {
  it('counts for a page of text, wherever it stands and however it is spelled', () => {
    const base64 = { type: 'base64', media_type: 'image/png', data: png(90_000) }
    const blocks = [
      base64,
      { data: base64.data, media_type: 'image/png', type: 'base64' },
      { url: `data:image/png;base64,${png(90_000)}` },
      { image_url: `data:image/jpeg;base64,${bare}` },
      { type: 'image_generation_call', result: png(90_000) },
      { data: `UklGR${'A'.repeat(90_000)}`, format: 'wav' },
    ]
    for (const block of blocks) {
      const text = scanned({ before: 'text', block, behind: 'text' })
      expect(picturesIn(text)).toBe(1)
      const weigh = weighing(text)
      expect(weigh(0)).toBe(0)
      expect(weigh(text.text.length)).toBeGreaterThan(6_000)
      expect(weigh(text.text.length)).toBeLessThan(6_200)
    }
  })

  it('is one when its spelling escapes what need not be', () => {
    const spell = (url: string): string => `{"image_url":{"url":"${url}"}}`
    for (const url of [`data:image\\/png;base64,${png(300)}`, `${spelled}`]) {
      const tape = scanJson(spell(url))
      expect(tape === undefined ? 0 : picturesIn(tape)).toBe(1)
    }
  })

  it('is none where a tool has printed it, or a document is text', () => {
    for (const text of [png(90_000), `data:image/png;base64,${png(90_000)}`, `${bare}`]) {
      const tape = scanned([
        { type: 'tool_result', content: text },
        { type: 'text', text },
        { type: 'text', media_type: 'text/plain', data: text },
      ])
      expect(picturesIn(tape)).toBe(0)
      expect(weighing(tape)(tape.text.length)).toBe(tape.text.length)
    }
  })

  it('counts for as much where it is named, by its address or as a file', () => {
    const [url, file_id] = ['https://files.example.com/one.png', 'file_1']
    const blocks = [
      { type: 'image', source: { type: 'url', url } },
      { source: { url, type: 'url' }, cache_control: { type: 'ephemeral' }, type: 'image' },
      { type: 'image', source: { type: 'file', file_id } },
      { type: 'image_url', image_url: { detail: 'high', url } },
      { type: 'input_image', image_url: url },
      { type: 'input_image', file_id, detail: 'low' },
    ]
    for (const block of blocks) {
      const text = scanned([{ type: 'text', text: 'before' }, block, { type: 'text', text: 'behind' }])
      expect(weighing(text)(0)).toBe(0)
      expect(weighing(text)(text.text.length)).toBeGreaterThan(6_000)
      expect(weighing(text)(text.text.length)).toBeLessThan(6_250)
    }
  })

  it.each(['"url":"http"', '"source":{"url":"http"}', '"image_url":{"file_id":""}'])(
    'takes no time to look for in an object with thousands of %s',
    (member) => {
      const tape = scanJson(`[{${Array.from({ length: 40_000 }, () => member).join(',')}}]`)
      expect(processorTime(() => tape && weighing(tape)(1))).toBeLessThan(1_500)
    },
  )

  it('is none where a document is named, or a call is given an address', () => {
    const url = 'https://files.example.com/one'
    const text = scanned([
      { type: 'image', source: { type: 'base64', data: png(300) } },
      { type: 'document', source: { type: 'url', url } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
      { type: 'tool_use', name: 'fetch', input: { url, image_url: url } },
      { type: 'image', source: { type: 'base64', data: png(300) } },
    ])
    expect(weighing(text)(text.text.length)).toBe(text.text.length)
  })

  it('counts for no more than it is', () => {
    const small = scanned({ url: png(3_000) })
    expect(weighing(small)(small.text.length)).toBe(small.text.length)
  })

  it('is told from text that is as long', () => {
    const urls = [png(300), `data:image/jpeg;base64,${png(9_000)}`, 'A'.repeat(90_000), 'data:image/']
    const tape = scanned(urls.map((url) => ({ url })))
    expect(picturesIn(tape)).toBe(2)
    const { length } = tape.text
    expect(length - weighing(tape)(length)).toBeLessThan(4_000)
  })
})
