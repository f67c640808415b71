// What keys the digests in the tables of this machine: made once, kept in a file of its owner's, and the same after every start.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ensureDeploymentSecrets, keptDeploymentSecrets } from '../../../adapters/secrets/kept-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-secrets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = (): string => join(folder, 'deployment-secret')

it('is made at the first start, and readable by its owner alone', async () => {
  expect(await keptDeploymentSecrets(folder)).toEqual([])
  const [made = '', ...others] = await ensureDeploymentSecrets(folder)
  expect(made).toMatch(/^[\w-]{43}$/)
  expect(others).toEqual([])
  expect(statSync(file()).mode & 0o777).toBe(0o600)
})

it('is the same at the next one: what is in the tables is found again', async () => {
  const first = await ensureDeploymentSecrets(folder)
  const written = readFileSync(file(), 'utf8')
  expect(await ensureDeploymentSecrets(folder)).toEqual(first)
  expect(await keptDeploymentSecrets(folder)).toEqual(first)
  expect(readFileSync(file(), 'utf8')).toBe(written)
})

it('may be several, of which the newest stands first', async () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)]
  writeFileSync(file(), `${newer}\n${older}\n`)
  expect(await ensureDeploymentSecrets(folder)).toEqual([newer, older])
})

it('that could be guessed ends the start, and is not replaced', async () => {
  writeFileSync(file(), 'short\n')
  await expect(ensureDeploymentSecrets(folder)).rejects.toThrow(
    `${file()} is damaged. A secret of the deployment has at least 32 characters. Bring it back:`,
  )
  expect(readFileSync(file(), 'utf8')).toBe('short\n')
})

it('that is empty has lost its secret: no other takes its place', async () => {
  writeFileSync(file(), '\n')
  await expect(keptDeploymentSecrets(folder)).rejects.toThrow(`${file()} is damaged. It is empty. Bring it back:`)
  await expect(ensureDeploymentSecrets(folder)).rejects.toThrow('It is empty.')
  expect(readFileSync(file(), 'utf8')).toBe('\n')
})

it('that could not be written whole at the first start is made at the next', async () => {
  mkdirSync(`${file()}.new`)
  await expect(ensureDeploymentSecrets(folder)).rejects.toThrow()
  expect(await keptDeploymentSecrets(folder)).toEqual([])
  rmSync(`${file()}.new`, { recursive: true })
  expect(await ensureDeploymentSecrets(folder)).toHaveLength(1)
})

it('that cannot be read is not taken for none', async () => {
  mkdirSync(file())
  await expect(keptDeploymentSecrets(folder)).rejects.toThrow(`${file()} cannot be read: it is a folder (EISDIR).`)
})

it('lasts as long as the service where nothing is kept', async () => {
  const [one, other] = [await ensureDeploymentSecrets(undefined), await ensureDeploymentSecrets(undefined)]
  expect(one).toHaveLength(1)
  expect(one).not.toEqual(other)
})
