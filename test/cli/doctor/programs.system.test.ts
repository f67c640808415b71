// The versions of agents that take their time to say them.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { programFindings } from '../../../cli/doctor/programs.ts'
import { cliWorld } from '../../../testkit/cli-world.ts'

it('are awaited for longer than a busy machine takes to start one', async () => {
  const base = cliWorld()
  onTestFinished(() => base.close())
  const folder = join(base.home, 'bin')
  mkdirSync(folder)
  const path = join(folder, 'opencode')
  writeFileSync(path, `#!/bin/sh\n${process.execPath} -e 'setTimeout(() => console.log("1.18.33"), 6000)'\n`, {
    mode: 0o755,
  })
  const { findings } = await programFindings({ ...base, environment: { PATH: folder } })
  expect(findings).toMatchObject([{ what: 'opencode 1.18.33', where: path }])
})
