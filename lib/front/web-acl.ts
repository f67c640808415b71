// A firewall before the front door, in the one region that CloudFront takes it from. It judges who calls and how they
// spell the address, and never what a body says: to rules that look for attacks, a conversation about code is one.

import { Fn } from 'aws-cdk-lib'
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Stage } from '../stage/config.ts'
import { edgeRegion, stackName } from '../stage/names.ts'

/** Of the firewall's stack. */
export const webAclOutput = 'WebAclArn'

/** AWS's own groups, and their rules that read bodies or limit them: these count, and let pass. */
const ruleGroups: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesCommonRuleSet: [
    // 8 KB: a conversation is a hundred times that.
    'SizeRestrictions_BODY',
    // Prompts quote HTML, paths, URLs and metadata addresses.
    'CrossSiteScripting_BODY',
    'GenericLFI_BODY',
    'GenericRFI_BODY',
    'EC2MetaDataSSRF_BODY',
    // Not every client of an API names itself.
    'NoUserAgent_HEADER',
  ],
  AWSManagedRulesKnownBadInputsRuleSet: [
    // And they quote exploits, in code that is reviewed.
    'JavaDeserializationRCE_BODY',
    'Log4JRCE_BODY',
    'ReactJSRCE_BODY',
  ],
}

const visibility = (metricName: string) => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Samples would keep headers of requests, keys among them.
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

/** A web ACL for distributions. */
export class WebAcl extends Construct {
  readonly arn: string

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    this.arn = new CfnWebACL(this, 'Resource', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      // A caller without a key could otherwise hold all environments of the account, one cheap refusal after the other.
      rules: [rateRule(stage), ...managedRules()],
      visibilityConfig: visibility(`${stage.prefix}firewall`),
    }).attrArn
  }
}

/** The ARN of the web ACL of a stage, for a stack of any region; undefined where there is none. */
export const webAclArn = (stage: Stage): string | undefined => {
  const { firewall } = stage.frontDoor
  if (firewall === false) return undefined
  if (firewall !== 'managed') return firewall
  return Fn.getStackOutput(stackName(stage, 'firewall'), webAclOutput, edgeRegion)
}
