import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../../core/upstream/addresses.ts'
import { own, safeurl, smokescreen, ssrfcheck, ssrfFilter } from './vectors.ts'

/** First and last address of a range. */
const ends = (range: string): string[] => {
  const [address, bits] = ipaddr.parseCIDR(range)
  const first = address.toByteArray()
  const last = first.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, bits - index * 8))))
  return [first, last].map((bytes) => ipaddr.fromByteArray(bytes).toString())
}

const embedded = (ipv4: string, prefix: readonly number[]): string =>
  ipaddr.fromByteArray([...prefix, ...ipaddr.IPv4.parse(ipv4).toByteArray()]).toString()

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0)
const compatible = (ipv4: string): string => embedded(ipv4, zeros(12))
const mapped = (ipv4: string): string => embedded(ipv4, [...zeros(10), 0xff, 0xff])
const translated = (ipv4: string): string => embedded(ipv4, [...zeros(8), 0xff, 0xff, 0, 0])
const nat64 = (ipv4: string): string => embedded(ipv4, [0, 0x64, 0xff, 0x9b, ...zeros(8)])
const sixToFour = (ipv4: string): string =>
  ipaddr.fromByteArray([0x20, 0x02, ...ipaddr.IPv4.parse(ipv4).toByteArray(), ...zeros(10)]).toString()

describe('isPublicAddress', () => {
  it.each(smokescreen.addresses)('Smokescreen: $address ($theirs) public: $public', ({ address, public: expected }) => {
    expect(isPublicAddress(address)).toBe(expected)
  })

  it('departs from Smokescreen only where a note says so', () => {
    for (const { address, theirs, public: expected, note } of smokescreen.addresses) {
      const sameAsTheirs = theirs.startsWith('ipAllow') === expected
      const configured = theirs.endsWith('UserConfigured')
      if (!sameAsTheirs && !configured) expect(note, address).toContain('NAT64')
    }
  })

  it.each(ssrfFilter.ipv4Ranges.flatMap(ends))('ssrf_filter: %s is refused in every spelling', (address) => {
    for (const spelling of [address, compatible(address), mapped(address), nat64(address)]) {
      expect(isPublicAddress(spelling), spelling).toBe(false)
    }
  })

  it.each(ssrfFilter.ipv6Ranges.flatMap(ends))('ssrf_filter: %s is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(ssrfFilter.notAddresses)('ssrf_filter: %s is not an address', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  it.each([...ssrfFilter.publicAddresses, ...safeurl.allowedAddresses, ...ssrfcheck.validAddresses])(
    'allow lists: %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it.each(ssrfcheck.validAddressesThatAreMulticast)('ssrfcheck calls %s valid, but it is multicast', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(own.refusedAddresses)('own: %j is refused', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(own.publicAddresses)('own: %s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('judges a NAT64 address by the address inside, and refuses every other embedding', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        expect(isPublicAddress(nat64(address))).toBe(isPublicAddress(address))
        for (const spelling of [compatible(address), mapped(address), translated(address), sixToFour(address)]) {
          expect(isPublicAddress(spelling), spelling).toBe(false)
        }
      }),
    )
  })

  it('finds IPv6 addresses public only in 2000::/3 and 64::/16', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (!isPublicAddress(address)) return
        const [first = 0] = ipaddr.IPv6.parse(address).parts
        expect(first >> 13 === 1 || first === 0x64 || (first > 0 && first < 0x100)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(typeof isPublicAddress(text)).toBe('boolean')
      }),
    )
  })
})
