import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openDestination } from '../../../../bin/operator/commands/export-destination.ts'
import { Refused } from '../../../../bin/operator/desk/faults.ts'

const content = Buffer.from('x')

describe('a folder to export into', () => {
  it('is made with all that is around it, and may be there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'export-destination-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const destination = await openDestination(join(folder, 'a', 'b'))

    for (const name of ['c/d/one', 'c/d/two']) await destination.write(name, content, 'text/plain')

    expect(readFileSync(join(folder, 'a', 'b', 'c', 'd', 'two'), 'utf8')).toBe('x')
  })

  it.runIf(process.platform === 'linux')('is refused where nobody can make one, at once', async () => {
    const destination = await openDestination('/proc/context-compaction/export')

    await expect(destination.write('a/b', content, 'text/plain')).rejects.toThrow(Refused)
  })
})
