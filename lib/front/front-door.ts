// One base URL in front of all functions: one behaviour per path of what it leads to, without caching or compression, with
// streams as they come. There is no origin access control, because its signature would replace the provider's Authorization
// header.

import { readFileSync } from 'node:fs'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { Construct } from 'constructs'
import { defined } from '../../core/collections/defined.ts'
import { maxEventBytes } from '../../lambdas/routes.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import type { Stage } from '../stage/config.ts'
import { domainProps, domainRecords } from './domain.ts'
import { uncachedErrors } from './error-caching.ts'
import type { Led } from './origins.ts'
import { webAclArn } from './web-acl.ts'

export interface FrontDoorProps {
  /** What stands behind it, by path. */
  readonly led: readonly Led[]
  readonly stage: Stage
}

/** The viewer-request function: the one number that it needs, then its file. A larger body never fits into an event. */
export const viewerRequestCode = (): string =>
  `const maximumBodyBytes = ${maxEventBytes}\n${readFileSync(new URL('./viewer-request.js', import.meta.url), 'utf8')}`

export const viewerResponseCode = (): string => readFileSync(new URL('./viewer-response.js', import.meta.url), 'utf8')

export class FrontDoor extends Construct {
  readonly baseUrl: string
  readonly distributionId: string
  /** CloudFront's own domain. */
  readonly distributionName: string

  constructor(scope: Construct, id: string, { led, stage }: FrontDoorProps) {
    super(scope, id)
    const { frontDoor } = stage
    const webAclId = webAclArn(stage)
    const functionAssociations = [
      this.edgeFunction('ViewerRequest', viewerRequestCode(), FunctionEventType.VIEWER_REQUEST),
      this.edgeFunction('ViewerResponse', viewerResponseCode(), FunctionEventType.VIEWER_RESPONSE),
    ]
    const behaviours = Object.fromEntries(
      led.flatMap(({ paths, origin }) => {
        const behaviour: BehaviorOptions = {
          origin,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          compress: false,
          functionAssociations,
        }
        return paths.map((path) => [path, behaviour] as const)
      }),
    )
    const { '/*': defaultBehavior, ...additionalBehaviors } = behaviours
    if (defaultBehavior === undefined) throw new Error('No route takes what the others leave.')
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${stage.prefix}: one base URL`,
      defaultBehavior,
      additionalBehaviors,
      errorResponses: uncachedErrors(),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...domainProps(this, stage, 'frontDoor'),
      ...defined({ webAclId }),
    })
    domainRecords(this, stage, 'frontDoor', distribution)
    this.distributionId = distribution.distributionId
    this.distributionName = distribution.distributionDomainName
    this.baseUrl = `https://${frontDoor.domain?.names[0] ?? this.distributionName}`

    acknowledge(distribution, 'CFR1', 'Where callers may be is for the operator to say; keys decide who they are.')
    if (frontDoor.firewall === false)
      acknowledge(
        distribution,
        'CFR2',
        'The stage asks for no firewall: keys and limits stand behind, and a firewall has its price.',
      )
    acknowledge(
      distribution,
      'CFR3',
      'Access logs are delivered by the stack of the alarms, without addresses: this rule knows the older logs alone, which hold them.',
    )
    if (frontDoor.domain === undefined)
      acknowledge(
        distribution,
        'CFR4',
        'The certificate of cloudfront.net sets the TLS version; a domain of the operator raises it.',
      )
  }

  private edgeFunction(id: string, code: string, eventType: FunctionEventType): FunctionAssociation {
    return {
      eventType,
      function: new EdgeFunction(this, id, {
        code: FunctionCode.fromInline(code),
        runtime: FunctionRuntime.JS_2_0,
      }),
    }
  }
}
