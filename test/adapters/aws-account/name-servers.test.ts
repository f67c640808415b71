// The name servers of a zone, as the resolver of this machine finds them.

import { describe, expect, it } from 'vitest'
import { nameServersOf } from '../../../adapters/aws-account/name-servers.ts'

const failing = (code: string) => Promise.reject(Object.assign(new Error('queryNs'), { code }))
const servers = ['ns-1.awsdns-01.com']

describe('the name servers of a zone', () => {
  it('are those that are found', async () => {
    expect(await nameServersOf('example.com', async () => servers)).toEqual({ value: servers })
  })

  it.each(['ENOTFOUND', 'ENODATA'])('are none where nobody finds the zone, and others are found (%s)', async (code) => {
    const resolve = async (name: string) => (name === 'com' ? ['a.gtld-servers.net'] : failing(code))
    expect(await nameServersOf('llm.example.com', resolve)).toEqual({ value: [] })
  })

  it.each(['ENOTFOUND', 'ETIMEOUT'])('are unknown where nobody is found, or nobody answers (%s)', async (code) => {
    expect(await nameServersOf('example.com', () => failing(code))).toEqual({ unknown: expect.any(String) })
  })
})
