// The options of `npm start`.

import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { defaultData, readStartOptions } from '../../local/options.ts'
import { startProcess } from './service-process.ts'

describe('the options', () => {
  it('are all optional', () => {
    expect(readStartOptions([])).toEqual({
      port: 8787,
      dashboardPort: 8788,
      data: defaultData,
      readyJson: false,
      showing: false,
      quiet: false,
    })
  })

  it('are read as given', () => {
    const words =
      '--port 0 --data some/where --upstream-anthropic http://127.0.0.1:1 --upstream-openai https://x.example/v1 --ready-json'
    expect(readStartOptions(words.split(' '))).toEqual({
      port: 0,
      dashboardPort: 0,
      data: resolve('some/where'),
      upstreamAnthropic: 'http://127.0.0.1:1',
      upstreamOpenai: 'https://x.example/v1',
      readyJson: true,
      showing: false,
      quiet: false,
    })
    expect(readStartOptions(['--memory', '--quiet'])).toMatchObject({ data: undefined, quiet: true })
    const gateways = ['--caching-as-provider', 'https://a.example', '--caching-as-provider', 'http://b.example:8080']
    expect(readStartOptions(gateways)).toMatchObject({
      originsCachingAsProvider: ['https://a.example', 'http://b.example:8080'],
    })
    expect(functionsEnvironment(readStartOptions(gateways) ?? {}, undefined, '')).toMatchObject({
      ORIGINS_CACHING_AS_PROVIDER: 'https://a.example,http://b.example:8080',
    })
    expect(readStartOptions(['--show'])).toMatchObject({ showing: true })
    expect(readStartOptions(['--quiet', '--quiet'])).toMatchObject({ quiet: true })
    const hosts = ['--host', '0.0.0.0', '--dashboard-host', '::']
    expect(readStartOptions(hosts)).toMatchObject({ host: '0.0.0.0', dashboardHost: '::' })
    expect(readStartOptions(['--port', '65535'])).toMatchObject({ port: 65_535, dashboardPort: 65_534 })
    const samePort = ['--host', '10.0.0.1', '--port', '9000', '--dashboard-port', '9000']
    expect(readStartOptions(samePort)).toMatchObject({ port: 9_000, dashboardPort: 9_000 })
  })

  it.each([
    [['--prot', '1'], "Unknown option '--prot'"],
    [['something'], 'Unexpected argument'],
    [['--port'], /^--port must have a value\.$/],
    [['--port', '-1'], '--port must be a number from 0 to 65535.'],
    [['--data', '--memory'], /^--data must have a value\. One that begins with a dash is given as --data=-…$/],
    [['--port', '70000'], '--port must be a number from 0 to 65535.'],
    [['--port', '6000'], '--port must not be 6000: browsers and Node speak no http on that port.'],
    [['--port', '10079'], 'one above --port, must not be 10080: browsers'],
    [['--port', 'x'], '--port must be a number from 0 to 65535.'],
    [['--upstream-anthropic', 'ftp://x'], '--upstream-anthropic must be an http or https URL.'],
    [['--upstream-openai', 'x'], '--upstream-openai must be an http or https URL.'],
    [['--upstream-anthropic', 'http://x/v1'], '--upstream-anthropic must not end in /v1: requests bring it along.'],
    [['--upstream-openai', 'http://x'], '--upstream-openai must be a base with its path, such as …/v1.'],
    [['--caching-as-provider', 'https://a.example/v1'], '--caching-as-provider must be an origin such as'],
    [['--memory', '--data', 'x'], '--memory and --data exclude each other.'],
    [['--data', ''], '--data must name a folder.'],
    [['--data', '  '], '--data must name a folder.'],
    [['--port', '1', '--port', '2'], '--port is given twice.'],
    [['--data=a', '--data=a'], '--data is given twice.'],
    [['--no-dashboard', '--dashboard-host', '::'], '--no-dashboard and --dashboard-host exclude each other.'],
    [['--port', '9000', '--dashboard-port', '9000'], '--port and --dashboard-port must differ.'],
    [
      ['--host', '10.0.0.1', '--dashboard-host', '10.0.0.1', '--port', '9000', '--dashboard-port', '9000'],
      '--port and --dashboard-port must differ.',
    ],
    [['--ready-json', '--show'], '--ready-json and --show exclude each other.'],
    [['--host', 'example.com'], '--host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0.'],
    [['--dashboard-host', ''], '--dashboard-host must be an address'],
  ])('%j are refused', (words, message) => {
    expect(() => readStartOptions(words)).toThrow(UsageFault)
    expect(() => readStartOptions(words)).toThrow(message)
  })
})

describe('the command', () => {
  it('ends with 2 and says where the options stand if one is wrong', async () => {
    const { code, out, err } = await startProcess(['--nonsense']).ended
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toBe("Unknown option '--nonsense'\nAll options: npm start -- --help\n")
  })

  it('ends with 2 before it starts without what npm took', () => {
    const env = { ...process.env, npm_lifecycle_event: 'start', npm_config_memory: 'true' }
    const script = join(import.meta.dirname, 'start-service.ts')
    const { status, stderr } = spawnSync(process.execPath, [script, '--memory', '--port', '0'], {
      env,
      timeout: 15_000,
    })
    expect([status, stderr.toString()]).toEqual([2, expect.stringContaining('npm took --memory for itself.')])
  })

  it('prints its options', async () => {
    const { code, out, err } = await startProcess(['--help']).ended
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('--upstream-anthropic URL')
  })
})
