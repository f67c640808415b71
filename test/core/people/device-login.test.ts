// Codes and what a machine is told of its login.

import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DeviceLogin,
  deviceCodeHash,
  deviceError,
  newDeviceLogin,
  readUserCode,
  userCodeHash,
} from '../../../core/people/device-login.ts'

const now = Date.parse('2026-11-21T22:45:10.000Z')
const asked = { device: 'laptop', program: 'compaction/1', address: '192.0.2.1' }
const begun = (user = randomBytes(32)) => newDeviceLogin(asked, { device: randomBytes(32), user }, now)
const later = (milliseconds: number) => now + milliseconds

describe('a code for people', () => {
  it('is eight consonants in two halves, whatever is drawn, and found however it is typed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const { userCode, login } = begun(Buffer.from(bytes))
        expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
        for (const typed of [
          userCode,
          userCode.toLowerCase(),
          userCode.replace('-', ''),
          ` ${userCode.replace('-', ' ')} `,
        ])
          expect(userCodeHash(readUserCode(typed) ?? '')).toBe(login.userCodeHash)
      }),
    )
  })

  it('takes its letters as often one as another, each from bits of its own', () => {
    const codes = Array.from({ length: 2_000 }, () => begun().userCode.replace('-', ''))
    const counts = new Map<string, number>()
    for (const letter of codes.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(20)
    // 800 each, give or take seven standard deviations.
    for (const count of counts.values()) expect(Math.abs(count - 800)).toBeLessThan(200)
    // Of 25 milliards of codes.
    expect(new Set(codes).size).toBeGreaterThan(1_990)
  })

  it.each(['', 'BCDF', 'BCDF-GHJA', 'BCDF-GHJKL', 'ＢCDFGHJK', 'BCDF-GHJ%4B'])('is not "%s"', (typed) => {
    expect(readUserCode(typed)).toBeUndefined()
  })
})

describe('what is kept of a login', () => {
  it('has neither code in it', () => {
    const { deviceCode, userCode, login } = begun()
    expect(JSON.stringify(login)).not.toContain(deviceCode)
    expect(JSON.stringify(login)).not.toContain(userCode.slice(0, 4))
    expect(login.deviceCodeHash).toBe(deviceCodeHash(deviceCode))
  })
})

describe('a machine that asks', () => {
  const { login } = begun()
  const polled = (milliseconds: number): DeviceLogin => ({
    ...login,
    lastPolledAt: new Date(later(milliseconds)).toISOString(),
  })
  const decided = (status: DeviceLogin['status']): DeviceLogin => ({ ...polled(0), status })

  it.each([
    ['for the first time', login, 0, 'authorization_pending'],
    ['again after the interval', polled(0), 3_000, 'authorization_pending'],
    ['again, by a quicker way', polled(0), 2_500, 'authorization_pending'],
    ['again too early', polled(0), 2_499, 'slow_down'],
    ['when it was denied', decided('denied'), 1, 'access_denied'],
    ['when it was denied, long ago', decided('denied'), 900_000, 'access_denied'],
    ['when it was approved, as early as it likes', decided('approved'), 1, undefined],
    ['when it was approved too long ago', decided('approved'), 600_000, 'expired_token'],
    ['in the last moment', polled(0), 599_999, 'authorization_pending'],
    ['when it is over', polled(599_000), 600_000, 'expired_token'],
    ['when it has got its token', { ...decided('approved'), isTaken: true as const }, 1, 'invalid_grant'],
    [
      'when it has got its token, too late',
      { ...decided('approved'), isTaken: true as const },
      600_000,
      'invalid_grant',
    ],
    ['of nothing', undefined, 0, 'invalid_grant'],
  ])('%s', (_when, found, milliseconds, error) => {
    expect(deviceError(found, later(milliseconds))).toBe(error)
  })
})
