// Whether a process of this machine runs, of this user's or of another's.

import { afterEach, expect, it, vi } from 'vitest'
import { isAlive } from '../../../adapters/process/alive.ts'

afterEach(() => vi.restoreAllMocks())

const answering = (code: string) =>
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code })
  })

it('one that answers does, and gets no signal', () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  expect(isAlive(7)).toBe(true)
  expect(kill.mock.calls).toEqual([[7, 0]])
})

it('one that may not be asked does as well', () => {
  answering('EPERM')
  expect(isAlive(7)).toBe(true)
})

it('one that is not there does not', () => {
  answering('ESRCH')
  expect(isAlive(7)).toBe(false)
})
