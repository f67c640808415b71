// Checks headers in both directions: which pass, which stop, and what the front does to them.

import { type Echo, echo } from '../../testkit/provider/behaviours.ts'
import { instruct } from '../../testkit/provider/instruction.ts'
import { latinValue, utf8Value } from '../../testkit/provider/odd-bytes.ts'
import { stubKey } from '../canary.ts'
import type { Check } from '../check.ts'
import { type DeployedService, newSession } from '../deployed-service.ts'
import { valuesOf, type WireAnswer } from '../exchange.ts'
import { expect } from '../outcome.ts'

const path = '/provider-a/v1/messages'
const body = '{"model":"m","messages":[]}'

/** The headers that the stub received of a request with these headers. */
const echoed = async (
  { ask, stubRequest }: DeployedService,
  headers: Readonly<Record<string, string | readonly string[]>>,
): Promise<Echo> => {
  const answer = await ask({ path, headers: { ...stubRequest('anthropic'), ...instruct('echo'), ...headers }, body })
  expect(answer.status === 200, `${answer.status}: ${answer.body.toString('utf8').slice(0, 160)}`)
  return echo.parse(JSON.parse(answer.body.toString('utf8')))
}

const received = ({ headers }: Echo, name: string): string =>
  headers
    .filter(([known]) => known.toLowerCase() === name)
    .map(([, value]) => value)
    .join(', ')

/** Header bytes in readable form, those above 127 as hex. */
const bytes = (value: string): string =>
  value.replace(/[\x80-\xff]/g, (character) => `<${character.charCodeAt(0).toString(16)}>`)

const up: Check = {
  name: 'headers: the client’s reach the provider',
  means: 'versions, betas and unknown headers arrive, repeated ones as one list',
  async run(deployment) {
    const what = await echoed(deployment, {
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'one-2025-01-01,two-2025-02-02',
      'x-unknown': 'kept; as=it "is"',
      'x-repeated': ['a', 'b'],
    })
    const seen = [
      `beta ${received(what, 'anthropic-beta')}`,
      `unknown ${received(what, 'x-unknown')}`,
      `repeated ${received(what, 'x-repeated')}`,
    ].join('; ')
    expect(received(what, 'anthropic-version') === '2023-06-01', 'anthropic-version is missing')
    expect(received(what, 'anthropic-beta') === 'one-2025-01-01,two-2025-02-02', seen)
    expect(received(what, 'x-unknown') === 'kept; as=it "is"', seen)
    expect(/^a, ?b$/.test(received(what, 'x-repeated')), seen)
    expect(received(what, 'x-api-key') === stubKey, 'the provider’s key did not arrive')
    return seen
  },
}

const stopped = /^(x-service-|x-forwarded|x-amzn?-|cloudfront-|via$|cookie$|forwarded$|x-origin-verify$)/

const kept: Check = {
  name: 'headers: what is said to the service stays there',
  means: 'the service key, cookies and the front’s headers never reach a provider; answers are requested unencoded',
  async run(deployment) {
    const what = await echoed(deployment, {
      ...newSession().headers,
      'X-Service-Compaction': 'off',
      cookie: 'c=1',
      'accept-encoding': 'gzip, br',
    })
    const escaped = what.headers.map(([name]) => name.toLowerCase()).filter((name) => stopped.test(name))
    expect(escaped.length === 0, `reached the provider: ${escaped.join(', ')}`)
    const encoding = received(what, 'accept-encoding')
    expect(encoding === 'identity', `accept-encoding: ${encoding || 'none'}`)
    return `none of them among ${what.headers.length} headers; accept-encoding: identity`
  },
}

const bytesUp: Check = {
  name: 'headers: bytes above 127 on the way up',
  means: 'a header value in Latin-1 or UTF-8 reaches the provider as it was sent',
  answers: 'header-bytes',
  async run(deployment) {
    const what = await echoed(deployment, { 'x-latin': latinValue, 'x-utf8': utf8Value })
    const seen = `Latin-1 arrived as ${bytes(received(what, 'x-latin'))}, UTF-8 as ${bytes(received(what, 'x-utf8'))}`
    expect(received(what, 'x-latin') === latinValue && received(what, 'x-utf8') === utf8Value, seen)
    return seen
  },
}

const bytesDown: Check = {
  name: 'headers: bytes above 127 on the way down',
  means: 'a header value in Latin-1 or UTF-8 reaches the client as the provider sent it',
  answers: 'header-bytes',
  async run({ ask, stubRequest }) {
    const answer = await ask({ path, headers: { ...stubRequest('anthropic'), ...instruct('headers', 200) }, body })
    const [latin = 'nothing'] = valuesOf(answer, 'x-latin')
    const [utf8 = 'nothing'] = valuesOf(answer, 'x-utf8')
    const seen = `Latin-1 arrived as ${bytes(latin)}, UTF-8 as ${bytes(utf8)}`
    expect(latin === latinValue && utf8 === utf8Value, seen)
    return seen
  },
}

/** Headers of an answer that the stub did not send. */
const added = (answer: WireAnswer): string[] => {
  const sent =
    /^(content-type|x-twice|set-cookie|retry-after|request-id|location|server|date|x-should-retry|x-ratelimit-remaining|anthropic-ratelimit-unified-status|x-latin|x-utf8|x-provider-received|connection|keep-alive|transfer-encoding|content-length|(x-amzn-remapped-)?www-authenticate|x-amzn-remapped-(date|server|connection|content-length))$/
  return [...new Set(answer.headers.map(([name]) => name).filter((name) => !sent.test(name)))]
}

const down = (status: number): Check => ({
  name: `headers: the provider’s reach the client, ${status}`,
  means: 'retry times, ids, rate limits and cookies arrive; the service adds nothing of its own',
  answers: 'header-forms',
  async run({ ask, stubRequest }) {
    const answer = await ask({ path, headers: { ...stubRequest('anthropic'), ...instruct('headers', status) }, body })
    expect(answer.status === status, `${answer.status}`)
    const list = (name: string): string => valuesOf(answer, name).join(', ')
    const wanted = {
      'x-twice': 'a, b',
      'set-cookie': 'a=1; Path=/, b=2',
      'retry-after': '7',
      'request-id': 'req_1',
      location: 'https://elsewhere.example/',
      'x-ratelimit-remaining': '9',
    }
    for (const [name, value] of Object.entries(wanted))
      expect(list(name) === value, `${name}: ${list(name) || 'missing'}`)
    const plain = list('www-authenticate')
    const renamed = list('x-amzn-remapped-www-authenticate')
    expect(`${plain}${renamed}` === 'Bearer realm="stub"', `www-authenticate: ${plain}${renamed || 'missing'}`)
    // CloudFront calls no function for answers of 400 and above, so the platform's name stays there.
    expect(plain !== '' || status >= 400, 'www-authenticate has the platform’s name on a success')
    const foreign = added(answer)
    expect(!foreign.some((name) => /^(x-service-|content-encoding$)/.test(name)), `added: ${foreign.join(', ')}`)
    const front = foreign.length === 0 ? 'nothing added' : `added by the front: ${foreign.join(', ')}`
    return `${plain === '' ? 'www-authenticate renamed by the platform' : 'all there'}; ${front}`
  },
})

export const headerChecks: readonly Check[] = [up, kept, bytesUp, bytesDown, down(200), down(401)]
