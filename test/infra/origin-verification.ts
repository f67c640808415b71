// Functions and front door know the same secret, and the previous one while they change over.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { originSecretHeader } from '../../core/access/front-door.ts'
import { type Route, routes } from '../../lambdas/routes.ts'
import { routeFunction } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const everyRoute: readonly Route[] = routes

const origins = z.object({
  DistributionConfig: z.object({
    Origins: z.array(
      z.object({
        OriginCustomHeaders: z.array(z.object({ HeaderName: z.string(), HeaderValue: z.string() })).default([]),
      }),
    ),
  }),
})

const reference = (generation: number): string =>
  `{{resolve:secretsmanager:context-compaction-origin-secret-${generation}:SecretString:::}}`

const originSecretsOf = (stacks: ReturnType<typeof synthesise>) =>
  stacks
    .resources('AWS::SecretsManager::Secret')
    .filter(([, { Properties }]) => String(Properties.Name).includes('origin-secret'))

const stateOf = (configuration: Record<string, unknown>) => {
  const stacks = synthesise(configuration)
  const headers = stacks
    .resources('AWS::CloudFront::Distribution')
    .flatMap(([, { Properties }]) => origins.parse(Properties).DistributionConfig.Origins)
    .map(({ OriginCustomHeaders }) =>
      OriginCustomHeaders.map(({ HeaderName, HeaderValue }) => [HeaderName, HeaderValue]),
    )
  return {
    sent: [...new Set(headers.map((all) => JSON.stringify(all)))].map((all) => JSON.parse(all)),
    accepted: [
      ...new Set(everyRoute.map((route) => routeFunction(stacks, route).Environment.Variables.ORIGIN_SECRETS)),
    ],
    secrets: originSecretsOf(stacks).map(([id, { Properties }]) => [id, Properties.Name] as const),
  }
}

describe('the secret of the front door', () => {
  const first = stateOf({})
  const second = stateOf({ frontDoor: { originSecretGeneration: 2 } })
  const third = stateOf({ frontDoor: { originSecretGeneration: 3 } })

  it('is sent to every function, and accepted by every function', () => {
    expect(first.sent).toEqual([[[originSecretHeader, reference(1)]]])
    expect(first.accepted).toEqual([reference(1)])
  })

  it('is made by AWS and is in no template', () => {
    const [[, secret] = []] = originSecretsOf(synthesise())

    expect(secret?.Properties).toMatchObject({ GenerateSecretString: { PasswordLength: 48, ExcludePunctuation: true } })
    expect(secret?.Properties.SecretString).toBeUndefined()
  })

  it('exists before a function refers to it', () => {
    const stacks = synthesise()
    const [[secretId] = []] = originSecretsOf(stacks)

    for (const route of everyRoute) {
      const [, own] =
        stacks.resources('AWS::Lambda::Function').find(([id]) => id === routeFunction(stacks, route).id) ?? []
      expect(own?.DependsOn).toContain(secretId)
    }
  })

  it('rotates without a gap: functions accept the new one beside the old before the front door sends it', () => {
    expect(second.sent).toEqual([[[originSecretHeader, reference(2)]]])
    expect(second.accepted).toEqual([`${reference(2)},${reference(1)}`])
    // The one in use is the same resource as before, and stays as it is.
    expect(second.secrets).toContainEqual(first.secrets[0])
  })

  it('leaves nothing of the generation before the previous one', () => {
    expect(third.accepted).toEqual([`${reference(3)},${reference(2)}`])
    expect(third.secrets.map(([, name]) => name).sort()).toEqual([
      'context-compaction-origin-secret-2',
      'context-compaction-origin-secret-3',
    ])
  })

  it.each([{ frontDoor: false }, { frontDoor: false, functionUrls: false }])('is not made with %j', (configuration) => {
    expect(stateOf(configuration)).toEqual({ sent: [], accepted: [''], secrets: [] })
  })

  it('is sent even if functions do not ask for it, so that they can begin to under load', () => {
    expect(stateOf({ frontDoor: { originVerification: false } })).toEqual({ ...first, accepted: [''] })
  })
})
