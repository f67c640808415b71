// A service that starts beside data of version 0.1.0 says so and does not change it.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { formerDataHint, formerFolder } from '../../../local/data/former-data.ts'
import { temporaryFolder } from '../service-process.ts'

const usedBefore = (folder: string, name: string): string => {
  const data = join(folder, name)
  mkdirSync(data)
  writeFileSync(join(data, 'service-key'), 'ak_\n')
  return data
}

it('names the old folder and the option that uses it', () => {
  const folder = temporaryFolder()
  const former = usedBefore(folder, formerFolder)
  expect(formerDataHint(join(folder, '.local-service'))).toBe(
    `Data of version 0.1.0 is in ${former}. To use it: npm start -- --data ${former}`,
  )
})

it('says nothing if there is no old data', () => {
  const folder = temporaryFolder()
  expect(formerDataHint(join(folder, '.local-service'))).toBeUndefined()
  mkdirSync(join(folder, formerFolder))
  expect(formerDataHint(join(folder, '.local-service'))).toBeUndefined()
})

it('says nothing to a service that uses the old folder, has data of its own, or keeps none', () => {
  const folder = temporaryFolder()
  const former = usedBefore(folder, formerFolder)
  expect(formerDataHint(former)).toBeUndefined()
  expect(formerDataHint(usedBefore(folder, '.local-service'))).toBeUndefined()
  expect(formerDataHint(undefined)).toBeUndefined()
})
