// The package that npm is given.

import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tarball } from '../../../dashboard/files/tarball.ts'
import { dashboardInMemory, dashboardUrl } from '../../../testkit/memory/dashboard.ts'

/** What a reader of POSIX tar finds: paths, modes and texts, each behind a header whose checksum is right. */
const filesOf = (packed: Uint8Array) => {
  const tar = gunzipSync(packed)
  const files: { path: string; mode: string; text: string }[] = []
  for (let at = 0; tar[at] !== 0; ) {
    const header = tar.subarray(at, at + 512)
    const field = (from: number, to: number) => header.toString('latin1', from, to).replace(/\0.*$/s, '')
    const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 32 : byte), 0)
    expect(Number.parseInt(field(148, 156), 8)).toBe(sum)
    expect(field(257, 263)).toBe('ustar')
    const size = Number.parseInt(field(124, 136), 8)
    files.push({ path: field(0, 100), mode: field(100, 108), text: tar.toString('utf8', at + 512, at + 512 + size) })
    at += 512 + Math.ceil(size / 512) * 512
  }
  expect(tar.length % 512).toBe(0)
  expect(tar.subarray(-1024).every((byte) => byte === 0)).toBe(true)
  return files
}

describe('a tarball', () => {
  it.each(['', 'x', 'é'.repeat(256), 'x'.repeat(513)])('holds its files (%#)', (text) => {
    const files = [
      { path: 'package/a', text },
      { path: 'package/bin/b', text: 'b', isExecutable: true },
    ]
    expect(filesOf(tarball(files))).toEqual([
      { path: 'package/a', mode: '0000644', text },
      { path: 'package/bin/b', mode: '0000755', text: 'b' },
    ])
  })

  it('is the same for the same files', () => {
    const files = [{ path: 'a', text: 'x' }]
    expect(tarball(files).equals(tarball(files))).toBe(true)
  })
})

describe('the package of the command line', () => {
  it('is the service’s version, needs nothing else, and knows where it came from', async () => {
    const dashboard = await dashboardInMemory()
    const answer = await dashboard.ask({ path: '/cli/compaction.tgz', headers: { 'sec-fetch-site': 'none' } })
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/gzip'])
    const [manifest, script, estimate] = filesOf(answer.body as Uint8Array)
    expect(JSON.parse(manifest?.text ?? '')).toEqual({
      name: 'context-compaction',
      version: '1.2.3',
      description: expect.any(String),
      license: 'Apache-2.0',
      type: 'module',
      bin: { compaction: 'bin/compaction.mjs' },
      engines: { node: '>=20.12' },
      service: dashboardUrl,
    })
    expect(script).toEqual({ path: 'package/bin/compaction.mjs', mode: '0000755', text: '#!/usr/bin/env node\n' })
    expect(estimate).toEqual({ path: 'package/bin/estimate.js', mode: '0000644', text: 'export {}\n' })
    expect((await dashboard.ask({ path: '/cli/other.tgz' })).status).toBe(404)
  })
})
