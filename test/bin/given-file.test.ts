import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { textOfFile } from '../../bin/given-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'given-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a file that a person names', () => {
  it.each([
    ['plain', Buffer.from('{"a":"ü"}')],
    ['behind a mark of its encoding', Buffer.from('\ufeff{"a":"ü"}')],
    ['as a shell of Windows writes it', Buffer.from('\ufeff{"a":"ü"}', 'utf16le')],
  ])('is read %s', (name, bytes) => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    expect(textOfFile(path)).toBe('{"a":"ü"}')
  })

  it('is told in words when it cannot be read', () => {
    expect(() => textOfFile(join(folder, 'none'))).toThrow('there is no such file')
    expect(() => textOfFile(folder)).toThrow('it is a folder')
  })
})
