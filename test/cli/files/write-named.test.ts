import {
  closeSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeNamed } from '../../../cli/files/replace.ts'
import { Failed } from '../../../cli/world/faults.ts'

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'named-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

describe.skipIf(process.platform === 'win32')('what is written to a path that a person names', () => {
  it('is for this person alone, also where others could read what was there', () => {
    const path = join(folder(), 'page.html')
    writeFileSync(path, 'old', { mode: 0o644 })
    writeNamed(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('leaves links, and devices that they lead to', () => {
    const at = folder()
    writeFileSync(join(at, 'page.html'), 'old')
    for (const [name, target] of [
      ['to-page', 'page.html'],
      ['to-none', 'none.html'],
      ['to-device', '/dev/null'],
    ] as const) {
      symlinkSync(target, join(at, name))
      writeNamed(join(at, name), 'new')
      expect(lstatSync(join(at, name)).isSymbolicLink()).toBe(true)
    }
    expect(readFileSync(join(at, 'page.html'), 'utf8')).toBe('new')
    expect(readFileSync(join(at, 'none.html'), 'utf8')).toBe('new')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it.skipIf(process.platform !== 'linux')('stands behind what an open file holds already', () => {
    const path = join(folder(), 'out.html')
    writeFileSync(path, 'old ')
    const file = openSync(path, 'r+')
    onTestFinished(() => closeSync(file))

    writeNamed(`/dev/fd/${file}`, 'new')

    expect(readFileSync(path, 'utf8')).toBe('old new')
  })

  it('is told in words where it cannot be', () => {
    const at = folder()
    expect(() => writeNamed(at, 'new')).toThrow(new Failed(`${at} cannot be written: it is a folder (EISDIR).`))
  })
})
