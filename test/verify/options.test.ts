// The options of verify-deployment, and its errors.

import { describe, expect, it } from 'vitest'
import { UsageFault } from '../../bin/usage-fault.ts'
import { readWish } from '../../verify/options.ts'

const deployed = ['--base-url', 'https://service.example/', '--key', 'ak_1']

describe('the options of verify-deployment', () => {
  it('name a deployment', () => {
    const words = [...deployed, '--stub-upstream', 'https://stub.example', '--silence', '100', '--account', 'acme']
    expect(readWish(words, {})).toEqual({
      kind: 'deployment',
      account: 'acme',
      data: undefined,
      facts: {
        baseUrl: 'https://service.example',
        serviceKey: 'ak_1',
        stub: 'https://stub.example',
        silenceSeconds: 100,
        providers: {},
      },
    })
  })

  it('may take keys from the environment', () => {
    const variables = { SERVICE_KEY: 'ak_2', LIMITED_KEY: 'ak_3', UNENTITLED_KEY: 'ak_4', UPSTREAM_KEY_OPENAI: 'sk_5' }
    expect(readWish(['--base-url', 'https://service.example', '--model-openai', 'm'], variables)).toMatchObject({
      facts: {
        serviceKey: 'ak_2',
        limitedKey: 'ak_3',
        unentitledKey: 'ak_4',
        providers: { openai: { key: 'sk_5', model: 'm' } },
      },
    })
  })

  it('open a local service, or only the stub', () => {
    expect(readWish(['--local'], {})).toEqual({ kind: 'local', silenceSeconds: 3 })
    expect(readWish(['--serve-stub', '9000'], {})).toEqual({ kind: 'stub', port: 9000 })
    expect(readWish(['--help'], {})).toEqual({ kind: 'help' })
  })

  it.each([
    [['--local', ...deployed], '--local and --base-url exclude each other.'],
    [['--serve-stub', '9000', '--local'], '--serve-stub and --local exclude each other.'],
    [['--serve-stub', '9000', '--silence', '5'], '--serve-stub and --silence exclude each other.'],
    [['--local', '--account', 'acme'], '--local and --account exclude each other.'],
    [[...deployed, '--key', 'ak_2'], '--key is given twice.'],
  ])('are refused where one of them would do nothing: %j', (words, said) => {
    expect(() => readWish(words, {})).toThrow(UsageFault)
    expect(() => readWish(words, {})).toThrow(said)
  })

  it.each([
    [[], /--base-url is missing/],
    [['--base-url', 'https://service.example'], /--key is missing/],
    [['--base-url', 'service.example', '--key', 'k'], /--base-url must be/],
    [[...deployed, '--function-url', 'nowhere'], /--function-url must be/],
    [[...deployed, '--silence', 'long'], /--silence must be a number/],
    [[...deployed, '--stub-upstream', 'http://127.0.0.1:9000'], /--stub-upstream must use https/],
    [['--serve-stub', '99999'], /--serve-stub must be/],
    [['--lokal'], /lokal/],
  ])('%j are refused', (words, message) => {
    expect(() => readWish(words, {})).toThrow(UsageFault)
    expect(() => readWish(words, {})).toThrow(message)
  })
})
