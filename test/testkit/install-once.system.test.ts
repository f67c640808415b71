// What is installed once: again when its pins change, and skipped with a reason where it cannot be.

import { rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { installOnce, mustRun } from '../../testkit/install-once.ts'
import { Skipped } from '../../testkit/skipped.ts'

it('is installed once for the same pins, and again for others', async () => {
  let installs = 0
  const install = async (folder: string): Promise<void> => {
    installs += 1
    // Fails when an earlier installation was left in the folder.
    await writeFile(join(folder, 'a-file'), '', { flag: 'wx' })
  }
  const name = `test-${process.pid}`
  const folder = await installOnce({ name, pins: 'one', install })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await installOnce({ name, pins: 'one', install })).toBe(folder)
  expect(installs).toBe(1)
  await installOnce({ name, pins: 'two', install })
  expect(installs).toBe(2)
})

it('is installed again after an attempt that failed', async () => {
  const name = `failing-${process.pid}`
  const failing = () => Promise.reject(new Skipped('needs a compiler'))
  await expect(installOnce({ name, pins: 'one', install: failing })).rejects.toThrow('needs a compiler')
  let installed = false
  const folder = await installOnce({
    name,
    pins: 'one',
    install: async () => {
      installed = true
    },
  })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(installed).toBe(true)
})

it('is skipped with the last line that a program said, or with why it cannot be run', async () => {
  const failing = mustRun('.', process.execPath, '--eval', 'console.error("first\\nno such package"); process.exit(1)')
  await expect(failing).rejects.toThrow(Skipped)
  await expect(failing).rejects.toThrow(/^".+ --eval .*…" failed: no such package$/s)
  await expect(mustRun('.', 'no-such-program')).rejects.toThrow(/^"no-such-program …" failed: .*ENOENT/)
})
