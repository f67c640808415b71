import v8 from 'node:v8'
import { describe, expect, it, onTestFinished } from 'vitest'
import { validText, validUtf8 } from '../../../core/json/utf8.ts'
import { importAnew } from '../../import-anew.ts'

const address = new URL('../../../core/json/utf8.ts', import.meta.url)

const long = 'x'.repeat(5_000)
const texts = ['', '{"a":1}', '\ufeff{"a":"é 你 😀"}', long, `${long}你`, `${long}é`, `é${'é'.repeat(5_000)}`]
/** Latin-1 that has just not, or just, as many characters of two bytes as there is room for. */
const atTheLimit = [998, 999, 1_000, 1_001].map((count) => `${'é'.repeat(count)}${'x'.repeat(8_000 - count)}`)

describe('a body', () => {
  it.each([...texts, ...atTheLimit])('is the same as text and as bytes (%#)', (text) => {
    const bytes = new TextEncoder().encode(`.${text}`).subarray(1)
    expect(validUtf8(text)).toEqual(Buffer.from(text))
    expect(validUtf8(bytes)).toEqual(Buffer.from(text))
    expect([validText(text), validText(bytes)]).toEqual([text, text])
  })

  it('that is not UTF-8 has neither', () => {
    const bytes = new Uint8Array([0x7b, 0xff, 0x7d])
    expect([validUtf8(bytes), validText(bytes)]).toEqual([undefined, undefined])
  })
  it('is the same where the engine does not tell how it holds a text', async () => {
    const { isStringOneByteRepresentation: told } = v8
    onTestFinished(() => void Reflect.set(v8, 'isStringOneByteRepresentation', told))
    Reflect.deleteProperty(v8, 'isStringOneByteRepresentation')
    const { utf8Of } = (await importAnew(address)) as typeof import('../../../core/json/utf8.ts')
    for (const text of [...texts, ...atTheLimit]) expect(utf8Of(text)).toEqual(Buffer.from(text))
  })
})
