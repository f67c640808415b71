// A firewall in front of the front door, in the one region where CloudFront accepts it. It judges who calls and how they
// spell the address, and never the body: rules that look for attacks take a conversation about code for one.

import { Fn } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import { edgeRegion, stackName } from '../stage/names.ts'

/** Name of the firewall's stack output. */
export const webAclOutput = 'WebAclArn'

/** AWS's own groups, each with its rules that read or limit bodies. Those rules count and let requests pass. */
const ruleGroups: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesCommonRuleSet: [
    // The limit is 8 KB; a conversation is a hundred times larger.
    'SizeRestrictions_BODY',
    // Prompts quote HTML, paths, URLs and metadata addresses.
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
    // Not every API client sends its name.
    'NoUserAgent_HEADER',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: [
    // Prompts quote exploits in code under review.
    'JavaDeserializationRCE_BODY',
    'Log4JRCE_BODY',
    'ReactJSRCE_BODY',
  ],
}

const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would store request headers, and keys with them.
  sampledRequestsEnabled: false,
})

const rateRule = ({ frontDoor }: Stage): CfnWebACL.RuleProperty => ({
  name: 'RequestsPerAddress',
  priority: 0,
  action: { block: {} },
  statement: {
    rateBasedStatement: { aggregateKeyType: 'IP', limit: frontDoor.firewallRequestsPerFiveMinutes },
  },
  visibilityConfig: visibility('RequestsPerAddress'),
})

const managedRules = (): CfnWebACL.RuleProperty[] =>
  Object.entries(ruleGroups).map(([name, counted], index) => ({
    name,
    priority: index + 1,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibility(name),
  }))

/** What its metrics are called. */
export const webAclMetric = (stage: Stage): string => stackName(stage, 'firewall')

/** A web ACL for distributions. */
export class WebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    this.arn = new CfnWebACL(this, 'Resource', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      // Otherwise a caller without a key could occupy all environments of the account, one cheap refusal after the other.
      rules: [rateRule(stage), ...managedRules()],
      visibilityConfig: visibility(webAclMetric(stage)),
    }).attrArn
  }
}

/** The ARN of a stage's web ACL, for a stack of any region; `undefined` if there is none. */
export const webAclArn = (stage: Stage): string | undefined => {
  const { firewall } = stage.frontDoor
  if (firewall === false) return undefined
  if (firewall !== 'managed') return firewall
  return Fn.getStackOutput(stackName(stage, 'firewall'), webAclOutput, edgeRegion)
}
