// Where sign-ins are kept, and who may read them.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../../../cli/command-line.ts'
import { homeFolder } from '../../../cli/files/folders.ts'
import { answerOf } from '../../../cli/service/ask.ts'
import {
  credentialsPath,
  currentSignIn,
  forgetSignIn,
  keepSignIn,
  type SignIn,
  serviceUrl,
  signIns,
} from '../../../cli/service/credentials.ts'
import { currentService, signInLine } from '../../../cli/service/current.ts'
import { withoutHeader, withoutServiceHeaders } from '../../../cli/service/variables.ts'
import { Failed } from '../../../cli/world/faults.ts'
import type { World } from '../../../cli/world/world.ts'
import { type CliWorld, cliWorld } from '../../../testkit/cli-world.ts'

const worlds: CliWorld[] = []
const machine = (change: Partial<World> = {}): CliWorld => {
  const world = cliWorld(change)
  worlds.push(world)
  return world
}
afterEach(() => {
  for (const world of worlds.splice(0)) world.close()
})

const signIn = (url: string): SignIn => ({
  url,
  token: `pt_of ${url}`,
  baseUrl: `${url}/base`,
  account: { id: 'acme', kind: 'organization' },
  person: { email: 'ana@example.com' },
  device: 'laptop',
  expiresAt: '2026-12-21T22:45:10.000Z',
})
const [one, other] = [signIn('https://one.example'), signIn('https://other.example')]

describe('sign-ins', () => {
  it('are kept one per service, the last one first, and forgotten one by one', () => {
    const world = machine()
    expect([signIns(world), currentSignIn(world)]).toEqual([[], undefined])
    for (const each of [one, other, { ...one, token: 'new' }]) keepSignIn(world, each)
    expect(signIns(world).map(({ url, token }) => [url, token])).toEqual([
      [one.url, 'new'],
      [other.url, other.token],
    ])
    forgetSignIn(world, one.url)
    expect(currentSignIn(world)).toEqual(other)
    forgetSignIn(world, other.url)
    expect(currentSignIn(world)).toBeUndefined()
  })

  it('are forgotten with their token, and another one takes the place of the current one', () => {
    const world = machine()
    const third = signIn('https://third.example')
    for (const each of [one, other, third]) keepSignIn(world, each)
    forgetSignIn(world, one.url)
    expect(signIns(world).map(({ url }) => url)).toEqual([third.url, other.url])
    forgetSignIn(world, 'https://never.example')
    expect(currentSignIn(world)).toEqual(third)
    forgetSignIn(world, third.url)
    expect([currentSignIn(world), signIns(world)]).toEqual([other, [other]])
    const kept = readFileSync(credentialsPath(world), 'utf8')
    for (const { token } of [one, third]) expect(kept).not.toContain(token)
  })

  it('leave no file behind where the last one is forgotten, and are kept again afterwards', () => {
    const world = machine()
    forgetSignIn(world, one.url)
    keepSignIn(world, one)
    forgetSignIn(world, one.url)
    expect(existsSync(credentialsPath(world))).toBe(false)
    forgetSignIn(world, one.url)
    keepSignIn(world, other)
    expect(signIns(world)).toEqual([other])
  })

  it('are the person’s alone, and leave nothing beside them', () => {
    const world = machine()
    keepSignIn(world, one)
    keepSignIn(world, other)
    const path = credentialsPath(world)
    expect(path).toBe(join(world.home, '.config/compaction/credentials.json'))
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(readdirSync(dirname(path))).toEqual(['credentials.json'])
  })

  it.each([
    ['file', 0o644, 'chmod 600'],
    ['file', 0o620, 'chmod 600'],
    ['folder', 0o755, 'chmod 700'],
  ])('are refused while others may read the %s (%o), with the line that mends it', (what, mode, mend) => {
    const world = machine()
    keepSignIn(world, one)
    const path = what === 'file' ? credentialsPath(world) : dirname(credentialsPath(world))
    chmodSync(path, mode)
    expect(() => currentSignIn(world)).toThrow(`Run: ${mend} ${path}`)
    expect(() => keepSignIn(world, other)).toThrow(mend)
    chmodSync(path, what === 'file' ? 0o600 : 0o700)
    expect(currentSignIn(world)).toEqual(one)
  })

  it('say so when they are damaged, and stay as they are', () => {
    const world = machine()
    mkdirSync(dirname(credentialsPath(world)), { recursive: true, mode: 0o700 })
    const services = [{ [one.url]: {} }, { [one.url]: { ...one, baseUrl: 'x' } }, { x: one }, { [one.url]: null }, []]
    const texts = ['{', 'null', '{"services":1}', '{"services":null}']
    for (const text of [...texts, ...services.map((each) => JSON.stringify({ services: each, current: one.url }))]) {
      writeFileSync(credentialsPath(world), text, { mode: 0o600 })
      expect(() => currentSignIn(world)).toThrow('is damaged')
      expect(readFileSync(credentialsPath(world), 'utf8')).toBe(text)
    }
  })

  it('stand where the environment says', () => {
    const place = (platform: NodeJS.Platform, environment: Record<string, string>) =>
      credentialsPath({ platform, environment, home: '/home/ana' })
    expect(place('linux', { XDG_CONFIG_HOME: '/etc/ana' })).toBe('/etc/ana/compaction/credentials.json')
    expect(place('linux', { XDG_CONFIG_HOME: 'relative' })).toBe('/home/ana/.config/compaction/credentials.json')
    expect(['/home/ana', '', 'ana'].map((named) => homeFolder(named, () => '/home/of-the-system'))).toEqual([
      '/home/ana',
      '/home/of-the-system',
      '/home/of-the-system',
    ])
    expect(place('win32', {})).toBe('/home/ana/AppData/Roaming/compaction/credentials.json')
  })
})

describe('the service that commands act on', () => {
  it('is the last one, the one of COMPACTION_URL, or that of a token in the environment', () => {
    const environment: Record<string, string> = {}
    const world = machine({ environment })
    expect(() => currentService(world)).toThrow('compaction login')
    keepSignIn(world, one)
    keepSignIn(world, other)
    expect(currentService(world)).toEqual({ url: other.url, token: other.token })
    environment.COMPACTION_URL = `${one.url}/`
    expect(currentService(world)).toEqual({ url: one.url, token: one.token })
    const token = `pt_${'e'.repeat(49)}`
    environment.COMPACTION_TOKEN = token
    expect(currentService(world)).toEqual({ url: one.url, token })
    environment.COMPACTION_URL = 'https://third.example'
    expect(currentService(world)).toEqual({ url: 'https://third.example', token })
  })

  it('is not what a blank COMPACTION_URL says, and a wrong one is named', () => {
    const environment: Record<string, string> = { COMPACTION_URL: ' ' }
    const world = machine({ environment })
    keepSignIn(world, one)
    expect(currentService(world)).toEqual({ url: one.url, token: one.token })
    expect(signInLine({ COMPACTION_URL: ' ' }, undefined)).toBe('compaction login URL-OF-THE-DASHBOARD')
    for (const token of [undefined, `pt_${'e'.repeat(49)}`]) {
      if (token !== undefined) environment.COMPACTION_TOKEN = token
      environment.COMPACTION_URL = 'd.example'
      expect(() => currentService(world)).toThrow('COMPACTION_URL: "d.example" is not the address of a service.')
      environment.COMPACTION_URL = 'https://ana:hush@d.example'
      expect(() => currentService(world)).toThrow(/^COMPACTION_URL: (?!.*hush)/)
      environment.COMPACTION_URL = ` ${one.url} `
      expect(currentService(world).url).toBe(one.url)
    }
  })

  it('is signed in to by its address where nothing else names it', () => {
    expect(signInLine({}, undefined)).toBe('compaction login URL-OF-THE-DASHBOARD')
    expect(signInLine({}, 'https://d.example')).toBe('compaction login')
    expect(signInLine({ COMPACTION_URL: 'https://d.example' }, undefined)).toBe('compaction login')
  })

  it('is reached by https, or on this machine', () => {
    for (const url of ['http://localhost:8788', 'http://127.0.0.1:1', 'http://[::1]:1', 'https://d.example'])
      expect(serviceUrl(`${url}/path?x`)).toBe(url)
    for (const url of [
      'http://d.example',
      'http://localhost.d.example',
      'http://my-localhost',
      'http://127.0.0.1.d.example',
    ])
      expect(() => serviceUrl(url), url).toThrow('plain http')
  })

  it.each(['', 'example.com', 'ftp://example.com'])('is not "%s"', (text) => {
    expect(() => serviceUrl(text)).toThrow('is not the address of a service')
  })

  it('has no password, which is not repeated', () => {
    const refused = 'The address of a service has no name and password in it: https://example.com'
    for (const credentials of ['user:password', 'user', ':password'])
      expect(() => serviceUrl(`https://${credentials}@example.com/x`)).toThrow(new Failed(refused))
  })
})

describe('what is asked with a token', () => {
  it('is asked nowhere else where an answer leads elsewhere', async () => {
    const asked: (RequestInit | undefined)[] = []
    for (const status of [300, 301, 302, 307, 399]) {
      const fetch: typeof globalThis.fetch = async (_address, init) => {
        asked.push(init)
        return new Response(null, { status, headers: { location: 'https://evil.example' } })
      }
      const answer = answerOf({ fetch }, 'https://one.example/api/cli/me', { headers: { authorization: 'Bearer pt_' } })
      await expect(answer, String(status)).rejects.toThrow(
        'The service at https://one.example cannot be reached: it sends elsewhere.',
      )
    }
    expect(asked.map((init) => init?.redirect)).toEqual(Array(5).fill('manual'))
  })
})

describe('header lines of others', () => {
  it('go where they are for the service, however they are spelled, and stay where they only speak of it', () => {
    const kept = 'X-Mine: not x-service-auth-token: a\nMy-X-Service-Id: 1'
    expect(
      withoutServiceHeaders(`X-Service-Upstream-Url: https://evil.example\n  x-SERVICE-compaction: off\n${kept}`),
    ).toBe(kept)
    expect(withoutHeader(`x-service-auth-token: old\n\n${kept}`, 'X-Service-Auth-Token')).toEqual(kept.split('\n'))
  })
})

describe('the variables for agents', () => {
  const printed = async (shell: string, headers = "X-Mine: it's\nx-service-auth-token: old") => {
    const world = machine({ environment: { ANTHROPIC_CUSTOM_HEADERS: headers } })
    keepSignIn(world, one)
    const { command, given } = readCommandLine(['env', '--shell', shell])
    return (await command.run(given, world)).lines?.join('\n')
  }

  it('keep the person’s own header lines, and quote them for their shell', async () => {
    expect(await printed('sh')).toBe(`export ANTHROPIC_BASE_URL='https://one.example/base/anthropic'
export ANTHROPIC_CUSTOM_HEADERS='X-Mine: it'\\''s
X-Service-Auth-Token: pt_of https://one.example'
export ENABLE_TOOL_SEARCH='true'
export COMPACTION_BASE_URL='https://one.example/base'
export COMPACTION_TOKEN='pt_of https://one.example'`)
    expect(await printed('fish')).toContain("set -gx ANTHROPIC_CUSTOM_HEADERS 'X-Mine: it\\'s\nX-Service")
    expect(await printed('powershell')).toContain("$env:ANTHROPIC_CUSTOM_HEADERS = 'X-Mine: it''s\nX-Service")
    await expect(printed('tcsh')).rejects.toThrow('--shell is one of sh, fish, powershell')
  })

  it('double whatever PowerShell takes for a quote: what follows one would be run', async () => {
    const names = ["'", '\u2018', '\u2019', '\u201a', '\u201b']
    const lines = await printed('powershell', `X-Mine: ${names.join(';')}`)
    expect(lines).toContain(`'X-Mine: ${names.map((quote) => quote + quote).join(';')}\nX-Service`)
    expect(await printed('sh', 'X-Mine: \u2019')).toContain("'X-Mine: \u2019\n")
  })
})
