import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../core/upstream/addresses.ts'
import { judgeUpstreamUrl } from '../../../core/upstream/override-url.ts'
import { processorTime } from '../../../testkit/colliding.ts'
import { own, requestFilteringAgent, safeurl, smokescreen, ssrfcheck, ssrfFilter } from './vectors.ts'

const withHttps = (url: string): string => url.replace(/^http:/, 'https:')
const bare = (url: string): string => withHttps(url).replace(/[?#].*$/, '')

const refused = [
  ...requestFilteringAgent.refused,
  ...ssrfcheck.shouldNotPass,
  ...safeurl.refused.map((host) => `http://${host}`),
  ...safeurl.refusedSchemes.filter((url) => !url.startsWith('http:')),
  ...ssrfFilter.refusedUrls,
]

describe('judgeUpstreamUrl', () => {
  it('takes no time over as many slashes as a header holds', () => {
    const slashes = '/'.repeat(60_000)
    expect(processorTime(() => judgeUpstreamUrl(`https://example.com${slashes}x`, []))).toBeLessThan(200)
    expect(judgeUpstreamUrl(`https://example.com/v1${slashes}`, [])).toMatchObject({ basePath: '/v1' })
    expect(judgeUpstreamUrl(`https://example.com/${slashes}x`, [])).toMatchObject({ basePath: `/${slashes}x` })
  })

  it.each(refused)('published: %j is refused, with https too', (url) => {
    expect(typeof judgeUpstreamUrl(url, [])).toBe('string')
    expect(typeof judgeUpstreamUrl(withHttps(url), [])).toBe('string')
  })

  it.each(safeurl.refusedSchemes)('published: %j is refused for its scheme', (url) => {
    expect(judgeUpstreamUrl(url, [])).toMatch(/https/)
  })

  it.each([...ssrfcheck.shouldPass, ...requestFilteringAgent.allowed])('published: %j passes', (url) => {
    expect(judgeUpstreamUrl(bare(url), [])).toMatchObject({ trusted: false })
  })

  it.each([...ssrfcheck.validAddresses, ...safeurl.allowedAddresses])('published: https://%s passes', (address) => {
    expect(judgeUpstreamUrl(`https://${address}/v1`, [])).toMatchObject({ host: address, basePath: '/v1' })
  })

  it.each(requestFilteringAgent.refusedByAddress)(
    'published: $url passes here and is refused by its address',
    ({ url, address }) => {
      expect(judgeUpstreamUrl(withHttps(url), [])).toMatchObject({ trusted: false })
      expect(isPublicAddress(address)).toBe(false)
    },
  )

  it.each(smokescreen.hostPorts)('Smokescreen: $hostPort gives $origin', ({ hostPort, origin }) => {
    const judged = judgeUpstreamUrl(`https://${hostPort}`, [])
    if (origin === null) expect(typeof judged).toBe('string')
    else expect(judged).toMatchObject({ origin })
  })

  it.each(smokescreen.names)('Smokescreen: $host gives $origin', ({ host, origin }) => {
    expect(judgeUpstreamUrl(`https://${host}/`, [])).toMatchObject({ origin })
  })

  it.each(own.refusedUrls)('own: %j is refused', (url) => {
    expect(typeof judgeUpstreamUrl(url, [])).toBe('string')
  })

  it.each(own.allowedUrls)('own: $url passes', ({ url, origin, basePath }) => {
    expect(judgeUpstreamUrl(url, [])).toEqual({
      origin,
      host: origin.slice('https://'.length),
      basePath,
      trusted: false,
    })
  })

  it('refuses hosts that are too long for a name', () => {
    const labels = (count: number) => Array.from({ length: count }, () => 'a'.repeat(60)).join('.')
    expect(judgeUpstreamUrl(`https://${labels(4)}.com/`, [])).toMatchObject({ trusted: false })
    expect(judgeUpstreamUrl(`https://${labels(5)}.com/`, [])).toBe('must name a valid host')
    const [longest, tooLong] = [9, 10].map((last) => `${labels(4)}.${'a'.repeat(last)}`)
    expect(judgeUpstreamUrl(`https://${longest}/`, [])).toMatchObject({ host: longest })
    expect(judgeUpstreamUrl(`https://${tooLong}/`, [])).toBe('must name a valid host')
    expect(judgeUpstreamUrl(`https://${'a'.repeat(64)}.com/`, [])).toBe('must name a valid host')
  })

  it('says of a header that was sent twice that it was', () => {
    expect(judgeUpstreamUrl('https://example.com/v1,https://example.com/v1', [])).toBe('must be one URL, sent once')
    expect(judgeUpstreamUrl('https://example.com/v1,HTTPS://example.com/v1', [])).toBe('must be one URL, sent once')
    expect(judgeUpstreamUrl('https://example.com/a,b/v1', [])).toMatchObject({ basePath: '/a,b/v1' })
  })

  it('repeats no part of the URL in its messages', () => {
    const secret = 'canary-4711'
    for (const url of [
      `https://user:${secret}@example.com`,
      `https://example.com/?key=${secret}`,
      `https://example.com/#${secret}`,
      `https://${secret}`,
      `https://${secret}.internal`,
      `http://${secret}.example.com`,
      `${secret}`,
      `https://exa mple.com/${secret}`,
    ]) {
      const judged = judgeUpstreamUrl(url, [])
      expect(judged).toEqual(expect.any(String))
      expect(judged).not.toContain(secret)
    }
  })

  describe('trusted origins', () => {
    const trusted = ['http://127.0.0.1:9000', 'https://gateway.internal']

    it('may be plain http and private', () => {
      expect(judgeUpstreamUrl('http://127.0.0.1:9000/v1/', trusted)).toEqual({
        origin: 'http://127.0.0.1:9000',
        host: '127.0.0.1:9000',
        basePath: '/v1',
        trusted: true,
      })
      expect(judgeUpstreamUrl('https://gateway.internal:443/x', trusted)).toMatchObject({ trusted: true })
    })

    it.each([
      'http://127.0.0.1:9001',
      'http://127.0.0.1',
      'https://127.0.0.1:9000',
      'http://127.0.0.2:9000',
      'http://localhost:9000',
      'http://gateway.internal',
      'https://gateway.internal:8443',
      'https://a.gateway.internal',
      'https://gateway.internal.',
    ])('match as a whole: %s is not trusted', (url) => {
      expect(typeof judgeUpstreamUrl(url, trusted)).toBe('string')
    })

    it.each([
      'http://key@127.0.0.1:9000/',
      'http://127.0.0.1:9000/?x',
      'http://127.0.0.1:9000/#x',
      'http://127.0.0.1:9000\\@x',
    ])('must be spelled plainly: %s is refused', (url) => {
      expect(typeof judgeUpstreamUrl(url, trusted)).toBe('string')
    })
  })

  it('passes no URL that another parser would place on another host', () => {
    const odd = [
      'https:',
      '/',
      '//',
      '\\',
      '@',
      ':',
      '#',
      '?',
      '.',
      '[',
      ']',
      '%',
      '127.0.0.1',
      '::1',
      'localhost',
      ' ',
      '\t',
      ':80',
    ]
    const pieces = fc.oneof(fc.constant('example.com'), { weight: 3, arbitrary: fc.constantFrom(...odd) })
    let passed = 0
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = `https://${parts.join('')}`
        const judged = judgeUpstreamUrl(text, [])
        if (typeof judged === 'string') return
        passed += 1
        // A parser by RFC 3986 finds the host that was judged.
        const authority = /^[a-z]+:\/\/([^/]*)/.exec(text)?.[1] ?? ''
        expect(authority).toMatch(/^[^@\\#?]+$/)
        expect(`https://${authority.toLowerCase().replace(/\.?(:80)?:?$/, '$1')}`).toBe(judged.origin)
      }),
      { numRuns: 5000 },
    )
    expect(passed).toBeGreaterThan(100)
  })
})
