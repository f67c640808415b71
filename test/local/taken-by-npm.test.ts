// What stands before `--` goes to npm, and the service would start without it.

import { describe, expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { refuseWhatNpmTook } from '../../local/taken-by-npm.ts'

const underNpm = { npm_lifecycle_event: 'start', npm_config_cache: '/home/x/.npm', npm_config_loglevel: 'warn' }

describe('options that npm took', () => {
  it.each([
    [{ npm_config_port: '9000' }, '--port'],
    [{ npm_config_memory: 'true', npm_config_upstream_openai: 'http://x' }, '--memory and --upstream-openai'],
    [{ npm_config_dashboard: '' }, '--no-dashboard'],
  ])('are refused: %j', (taken, written) => {
    const told = `npm took ${written} for itself. Write two dashes before the options: npm start -- ${written} …`
    const refuse = () => refuseWhatNpmTook({ ...underNpm, ...taken })
    expect(refuse).toThrow(UsageFault)
    expect(refuse).toThrow(told)
  })

  it('are none where npm was given none, or another program than npm start runs', () => {
    expect(() => refuseWhatNpmTook(underNpm)).not.toThrow()
    expect(() => refuseWhatNpmTook({ ...underNpm, npm_lifecycle_event: 'test', npm_config_port: '1' })).not.toThrow()
  })
})
