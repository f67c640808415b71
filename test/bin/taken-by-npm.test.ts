// What stands before `--` goes to npm, and a program would run without it.

import { describe, expect, it } from 'vitest'
import { refuseTakenByNpm } from '../../bin/taken-by-npm.ts'
import { UsageFault } from '../../bin/usage-fault.ts'

const options = ['port', 'memory', 'upstream-openai', 'no-dashboard', 'key', 'json', 'email', 'expires']
const program = { script: 'start', program: 'npm start', options }
const underNpm = { npm_lifecycle_event: 'start', npm_config_cache: '/home/x/.npm', npm_config_loglevel: 'warn' }

describe('options that npm took', () => {
  it.each([
    [{ npm_config_port: '9000' }, '--port'],
    [{ npm_config_memory: 'true', npm_config_upstream_openai: 'http://x' }, '--memory and --upstream-openai'],
    [{ npm_config_dashboard: '' }, '--no-dashboard'],
  ])('are refused: %j', (taken, written) => {
    const refuse = () => refuseTakenByNpm(program, { ...underNpm, ...taken })
    expect(refuse).toThrow(UsageFault)
    expect(refuse).toThrow(`npm took ${written} for itself. Write two dashes before the options: npm start -- …`)
  })

  it.each([
    [{}, 'nothing was given'],
    [{ npm_config_key: 'a certificate', npm_config_json: 'true' }, 'npm has a meaning of its own for them'],
    [{ npm_config_email: 'me@example.com', npm_config_expires: '7' }, 'a registry of a company asks for them'],
    [{ npm_config_dashboard: 'true' }, 'it is not what the program has'],
    [{ npm_lifecycle_event: 'test', npm_config_port: '1' }, 'npm runs another program'],
  ])('are none where %j: %s', (variables, _why) => {
    expect(() => refuseTakenByNpm(program, { ...underNpm, ...variables })).not.toThrow()
  })
})
