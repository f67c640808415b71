import { describe, expect, it } from 'vitest'
import { validText, validUtf8 } from '../../../core/json/utf8.ts'

const texts = ['', '{"a":1}', '\ufeff{"a":"é 你 😀"}', 'x'.repeat(5_000), `${'x'.repeat(5_000)}你`]

describe('a body', () => {
  it.each(texts)('is the same as text and as bytes (%#)', (text) => {
    const bytes = new TextEncoder().encode(`.${text}`).subarray(1)
    expect(validUtf8(text)).toEqual(Buffer.from(text))
    expect(validUtf8(bytes)).toEqual(Buffer.from(text))
    expect([validText(text), validText(bytes)]).toEqual([text, text])
  })

  it('that is not UTF-8 has neither', () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
    expect([validUtf8(bytes), validText(bytes)]).toEqual([undefined, undefined])
  })
})
