import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { AddressRejected, guardedLookup, LookupTimeout, type Resolve } from '../../../adapters/http/guarded-lookup.ts'
import { isPublicAddress } from '../../../core/upstream/addresses.ts'
import { own, requestFilteringAgent, safeurl, smokescreen, ssrfFilter } from '../../core/upstream/vectors.ts'

const addresses = (texts: readonly string[]): LookupAddress[] =>
  texts.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }))

const answersOf = (lookup: LookupFunction, hostname = 'gateway.example.com'): Promise<string | LookupAddress[]> =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, answers) => (error === null ? resolve(answers) : reject(error)))
  })

const lookupOf = (resolve: Resolve, timeoutMs = 1_000) => guardedLookup(resolve, isPublicAddress, timeoutMs)

const published = [
  ...smokescreen.answers.map((vector) => ({ ...vector, from: 'Smokescreen' })),
  ...ssrfFilter.answers.map((vector) => ({ ...vector, from: 'ssrf_filter' })),
  ...own.answers.map((vector) => ({ ...vector, from: 'own' })),
]

describe('guardedLookup', () => {
  it.each(published)('$from: $name, accepted: $accepted', async ({ addresses: texts, accepted }) => {
    const answers = answersOf(lookupOf(async () => addresses(texts)))
    if (accepted) expect(await answers).toEqual(addresses(texts))
    else await expect(answers).rejects.toThrow(texts.length === 0 ? 'no address' : AddressRejected)
  })

  it.each([
    ...requestFilteringAgent.refusedByAddress.map(({ url, address }) => ({ host: new URL(url).hostname, address })),
    safeurl.rebinding,
  ])('published: the name $host that leads to $address is rejected', async ({ host, address }) => {
    const asked: string[] = []
    const lookup = lookupOf(async (name) => {
      asked.push(name)
      return addresses([address])
    })
    await expect(answersOf(lookup, host)).rejects.toThrow(AddressRejected)
    expect(asked).toEqual([host])
  })

  it('judges every answer again: public at first, private at the next call', async () => {
    const turns = [['8.8.8.8'], ['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['1.1.1.1']]
    const lookup = lookupOf(async () => addresses(turns.shift() ?? []))
    expect(await answersOf(lookup)).toEqual(addresses(['8.8.8.8']))
    await expect(answersOf(lookup)).rejects.toThrow(AddressRejected)
    await expect(answersOf(lookup)).rejects.toThrow(AddressRejected)
    expect(await answersOf(lookup)).toEqual(addresses(['1.1.1.1']))
  })

  it('gives one address to a caller that asks for one, after judging all', async () => {
    const one = (texts: string[]) =>
      new Promise((resolve, reject) => {
        lookupOf(async () => addresses(texts))('x.example.com', { all: false }, (error, address, family) =>
          error === null ? resolve([address, family]) : reject(error),
        )
      })
    expect(await one(['2606:4700:4700::1111', '1.1.1.1'])).toEqual(['2606:4700:4700::1111', 6])
    await expect(one(['1.1.1.1', '::1'])).rejects.toThrow(AddressRejected)
  })

  it('passes the failure of the resolver on', async () => {
    const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
    await expect(answersOf(lookupOf(() => Promise.reject(failure)))).rejects.toBe(failure)
  })

  it('does not wait for a resolver that hangs', async () => {
    const started = performance.now()
    await expect(answersOf(lookupOf(() => new Promise(() => {}), 50))).rejects.toThrow(LookupTimeout)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
