// What must hold of the front door: every path leads to its function, and nothing changes what passes.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Route, routeOf, routes } from '../../lambdas/routes.ts'
import { synthesise } from './synthesise.ts'

const behaviour = z.object({
  PathPattern: z.string().exactOptional(),
  TargetOriginId: z.string(),
  AllowedMethods: z.array(z.string()),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string(),
  ViewerProtocolPolicy: z.string(),
  Compress: z.boolean(),
  FunctionAssociations: z.array(z.object({ EventType: z.string() })),
})
const distribution = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: behaviour,
    CacheBehaviors: z.array(behaviour),
    Origins: z.array(
      z.object({
        Id: z.string(),
        DomainName: z.unknown(),
        OriginAccessControlId: z.string().exactOptional(),
        CustomOriginConfig: z.object({
          OriginReadTimeout: z.number(),
          OriginKeepaliveTimeout: z.number(),
          OriginProtocolPolicy: z.string(),
        }),
      }),
    ),
  }),
})

const domain = {
  names: ['llm.example.com', 'llm.example.org'],
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0b7c',
}

const frontDoor = (configuration: Record<string, unknown> = {}) => {
  const [only] = synthesise(configuration).resources('AWS::CloudFront::Distribution')
  return distribution.parse(only?.[1].Properties).DistributionConfig
}

const everyRoute: readonly Route[] = routes
const { DefaultCacheBehavior, CacheBehaviors, Origins } = frontDoor()

/** The route's name in the output of the proxy stack that gives an origin its host. */
const hostOf = (originId: string): string => JSON.stringify(Origins.find(({ Id }) => Id === originId)?.DomainName)
const letters = (name: string): string => name.replaceAll('-', '')

describe('the front door', () => {
  it('has one behaviour for every path of every route, and the last route as the default', () => {
    const paths = everyRoute.flatMap((route) => route.paths).filter((path) => path !== '/*')

    expect(CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(paths)
    expect(DefaultCacheBehavior.PathPattern).toBeUndefined()
  })

  it('sends each path to its route, and everything else to the pass-through', () => {
    for (const { PathPattern = '', TargetOriginId } of CacheBehaviors)
      expect(hostOf(TargetOriginId)).toContain(letters(`${routeOf(PathPattern)}FunctionAliasliveFunctionUrl`))
    expect(hostOf(DefaultCacheBehavior.TargetOriginId)).toContain('passthroughFunctionAliasliveFunctionUrl')
    expect(Origins).toHaveLength(everyRoute.length)
  })

  it('holds on to the URLs: none can be replaced under a front door that is not deployed again', () => {
    for (const { DomainName } of Origins) {
      expect(JSON.stringify(DomainName)).toContain('Fn::ImportValue')
      expect(JSON.stringify(DomainName)).not.toContain('Fn::GetStackOutput')
    }
  })

  it.each([...CacheBehaviors, DefaultCacheBehavior])(
    'lets requests and streams of $PathPattern through untouched',
    (one) => {
      expect(one).toMatchObject({
        // Managed policies: CachingDisabled, AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
        Compress: false,
      })
      expect(one.AllowedMethods.toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
      expect(one.FunctionAssociations.map(({ EventType }) => EventType)).toEqual(['viewer-request', 'viewer-response'])
    },
  )

  it('keeps connections as long as configured', () => {
    const [origin] = frontDoor({ frontDoor: { keepAliveSeconds: 5 } }).Origins

    expect(origin?.CustomOriginConfig.OriginKeepaliveTimeout).toBe(5)
  })

  it('answers to the operator’s own names, with their certificate and no old TLS', () => {
    expect(frontDoor({ frontDoor: { domain } })).toMatchObject({
      Aliases: domain.names,
      ViewerCertificate: { AcmCertificateArn: domain.certificateArn, MinimumProtocolVersion: 'TLSv1.2_2021' },
    })
    expect(frontDoor().Aliases).toBeUndefined()
  })

  it('waits as long as configured, over https, and signs nothing, because Authorization is the provider’s', () => {
    for (const origin of [...Origins, ...frontDoor({ frontDoor: { responseTimeoutSeconds: 180 } }).Origins]) {
      expect(origin.OriginAccessControlId).toBeUndefined()
      expect(origin.CustomOriginConfig).toMatchObject({
        OriginKeepaliveTimeout: 60,
        OriginProtocolPolicy: 'https-only',
      })
    }
    expect(Origins.map(({ CustomOriginConfig }) => CustomOriginConfig.OriginReadTimeout)).toEqual(
      everyRoute.map(() => 120),
    )
    expect(
      frontDoor({ frontDoor: { responseTimeoutSeconds: 180 } }).Origins[0]?.CustomOriginConfig.OriginReadTimeout,
    ).toBe(180)
  })

  it('caches no error answer, which other callers would get, even without a key', () => {
    expect(frontDoor().CustomErrorResponses).toEqual(
      [404, 405, 414, 500, 501, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    )
  })

  it('outputs the base URL', () => {
    const outputs = (configuration: Record<string, unknown>) =>
      synthesise(configuration).template('edge').toJSON().Outputs
    const own = Object.keys(outputs({})).filter((name) => !name.startsWith('PublishOutput'))

    expect(own).toEqual(['BaseUrl', 'DistributionId', 'DistributionName'])
    expect(outputs({ frontDoor: { domain } }).BaseUrl.Value).toBe('https://llm.example.com')
  })

  it('is left out on request, and nothing else with it', () => {
    const without = synthesise({ frontDoor: false })

    expect([...without.templates.keys()].sort()).toEqual(['compressor', 'dashboard', 'proxy', 'storage'])
    expect(without.resources('AWS::CloudFront::Distribution')).toEqual([])
    expect(without.resources('AWS::Lambda::Url')).toHaveLength(everyRoute.length + 1)
  })
})
