// The preflight as a command: how it ends where nobody can be asked, and where it is not understood.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../../bin/preflight.ts', import.meta.url))

/** With an AWS that refuses every connection. */
const run = (...words: string[]) =>
  spawnSync(process.execPath, [program, ...words], {
    encoding: 'utf8',
    env: {
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_MAX_ATTEMPTS: '1',
    },
  })

describe('the preflight', () => {
  it('says so when AWS cannot be asked', () => {
    const { status, stderr } = run()

    expect(status).toBe(1)
    expect(stderr).toMatch(/^AWS cannot be asked: .*AWS_PROFILE/)
  })

  it.each([
    { words: ['-c', 'stage=nowhere'], says: /nowhere\.json is not there/ },
    { words: ['--quota'], says: /Unknown option/ },
  ])('does not understand $words, and says how it is asked', ({ words, says }) => {
    const { status, stderr } = run(...words)

    expect(status).toBe(2)
    expect(stderr).toMatch(says)
    expect(stderr).toContain('npm run -s preflight')
  })
})
