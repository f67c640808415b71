// What must hold of the firewall: it exists only on request, in CloudFront's region, and does not judge bodies.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { synthesise } from './synthesise.ts'

const webAcl = z.object({
  Scope: z.string(),
  DefaultAction: z.unknown(),
  VisibilityConfig: z.object({ SampledRequestsEnabled: z.boolean() }),
  Rules: z.array(
    z.looseObject({
      Name: z.string(),
      OverrideAction: z.unknown().optional(),
      VisibilityConfig: z.object({ SampledRequestsEnabled: z.boolean() }),
      Statement: z.object({
        ManagedRuleGroupStatement: z
          .object({
            Name: z.string(),
            RuleActionOverrides: z.array(z.object({ Name: z.string(), ActionToUse: z.unknown() })),
          })
          .optional(),
        RateBasedStatement: z.unknown().optional(),
      }),
    }),
  ),
})

const managed = synthesise({ frontDoor: { firewall: 'managed' } })
const aclOf = () => {
  const [only] = managed.resources('AWS::WAFv2::WebACL')
  return webAcl.parse(only?.[1].Properties)
}
const webAclId = (stacks: typeof managed): unknown => {
  const [only] = stacks.resources('AWS::CloudFront::Distribution')
  return z.object({ DistributionConfig: z.looseObject({}) }).parse(only?.[1].Properties).DistributionConfig.WebACLId
}

describe('the firewall', () => {
  it('is left out unless a stage asks for it', () => {
    expect([...synthesise().templates.keys()]).not.toContain('firewall')
    expect(webAclId(synthesise())).toBeUndefined()
  })

  it('may be one of the operator’s own', () => {
    const arn = 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/mine/0b7c'
    const stacks = synthesise({ frontDoor: { firewall: arn } })

    expect(webAclId(stacks)).toBe(arn)
    expect(stacks.resources('AWS::WAFv2::WebACL')).toEqual([])
  })

  it('is in the region where CloudFront accepts it, and the front door finds it from any other', () => {
    const outputs = managed.template('firewall').toJSON().Outputs

    expect(managed.region('firewall')).toBe('us-east-1')
    expect(outputs.WebAclArn.Value).toEqual({ 'Fn::GetAtt': [expect.any(String), 'Arn'] })
    expect(webAclId(managed)).toEqual({
      'Fn::GetStackOutput': {
        StackName: 'context-compaction-firewall',
        OutputName: 'WebAclArn',
        Region: 'us-east-1',
      },
    })
    expect(managed.dependencies('edge')).toContain('context-compaction-firewall')
  })

  it('has a name of its own for each region of a prefix: they all stand in one', () => {
    const stacks = synthesise({ region: 'eu-west-1', frontDoor: { firewall: 'managed' } })

    expect(webAclId(stacks)).toMatchObject({
      'Fn::GetStackOutput': { StackName: 'context-compaction-eu-west-1-firewall', Region: 'us-east-1' },
    })
    expect([stacks.region('firewall'), stacks.region('proxy')]).toEqual(['us-east-1', 'eu-west-1'])
  })

  it('only counts with rules that read or limit bodies', () => {
    const counted = aclOf().Rules.flatMap(
      ({ Statement }) => Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [],
    )

    expect(counted.map(({ Name }) => Name).filter((name) => name.endsWith('_BODY'))).toEqual([
      'SizeRestrictions_BODY',
      'CrossSiteScripting_BODY',
      'GenericLFI_BODY',
      'GenericRFI_BODY',
      'EC2MetaDataSSRF_BODY',
      'JavaDeserializationRCE_BODY',
      'Log4JRCE_BODY',
      'ReactJSRCE_BODY',
    ])
    for (const { ActionToUse } of counted) expect(ActionToUse).toEqual({ Count: {} })
  })

  it('keeps AWS’s own groups in force, and allows what none of them names', () => {
    const { Scope, DefaultAction, Rules } = aclOf()
    const managedRules = Rules.filter(({ Statement }) => Statement.ManagedRuleGroupStatement !== undefined)

    expect([Scope, DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }])
    expect(managedRules.map(({ Statement }) => Statement.ManagedRuleGroupStatement?.Name)).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
    ])
    for (const { OverrideAction } of managedRules) expect(OverrideAction).toEqual({ None: {} })
  })

  it.each([
    { configured: {}, limit: 20_000 },
    { configured: { firewallRequestsPerFiveMinutes: 500 }, limit: 500 },
  ])('lets one address ask $limit times in five minutes', ({ configured, limit }) => {
    const stacks = synthesise({ frontDoor: { firewall: 'managed', ...configured } })
    const [acl] = stacks.resources('AWS::WAFv2::WebACL')
    const [first] = webAcl.parse(acl?.[1].Properties).Rules

    expect(first).toMatchObject({
      Name: 'RequestsPerAddress',
      Priority: 0,
      Action: { Block: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: limit } },
    })
  })

  it('keeps no samples, which would hold headers with keys', () => {
    const { VisibilityConfig, Rules } = aclOf()

    for (const { SampledRequestsEnabled } of [VisibilityConfig, ...Rules.map((rule) => rule.VisibilityConfig)])
      expect(SampledRequestsEnabled).toBe(false)
  })
})
