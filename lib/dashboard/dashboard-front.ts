// The dashboard's own distribution. A host of its own, and not a path of the base URL: there any upstream may set cookies.

import { readFileSync } from 'node:fs'
import { Duration } from 'aws-cdk-lib'
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import { FunctionUrlOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { FunctionUrl } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { originSecretHeader } from '../../core/access/front-door.ts'
import { defined } from '../../core/collections/defined.ts'
import { domainProps, domainRecords } from '../front/domain.ts'
import { uncachedErrors } from '../front/error-caching.ts'
import { webAclArn } from '../front/web-acl.ts'
import { acknowledge } from '../nag/acknowledge.ts'
import { sentSecret } from '../routes/origin-secrets.ts'
import type { Stage } from '../stage/config.ts'

/** Beyond the function's own time. */
const readSeconds = 20

/** The function that leads to the name of the dashboard: that name, then its file. */
export const oneNameCode = (host: string): string =>
  `const host = ${JSON.stringify(host)}\n${readFileSync(new URL('../front/one-name.js', import.meta.url), 'utf8')}`

export class DashboardFront extends Construct {
  readonly url: string
  /** CloudFront's own domain. */
  readonly distributionName: string

  constructor(scope: Construct, id: string, { url, stage }: { readonly url: FunctionUrl; readonly stage: Stage }) {
    super(scope, id)
    const { domain } = stage.dashboard
    const shared = {
      origin: new FunctionUrlOrigin(url, {
        readTimeout: Duration.seconds(readSeconds),
        customHeaders: { [originSecretHeader]: sentSecret(stage) },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    }
    const webAclId = webAclArn(stage)
    const distribution = new Distribution(this, 'Distribution', {
      comment: `${stage.prefix}: the dashboard`,
      defaultBehavior: {
        ...shared,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        ...this.toOneName(domain?.names[0]),
      },
      // Files are named by what is in them, and are the same for everybody: no cookie and no query goes along.
      additionalBehaviors: { '/assets/*': { ...shared, cachePolicy: CachePolicy.CACHING_OPTIMIZED } },
      errorResponses: uncachedErrors(),
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...domainProps(this, stage, 'dashboard'),
      ...defined({ webAclId }),
    })
    domainRecords(this, stage, 'dashboard', distribution)
    this.distributionName = distribution.distributionDomainName
    this.url = `https://${domain?.names[0] ?? this.distributionName}`

    acknowledge(
      distribution,
      'CFR1',
      'Where people may be is for the operator to say; the issuer decides who they are.',
    )
    if (stage.frontDoor.firewall === false)
      acknowledge(distribution, 'CFR2', 'The stage asks for no firewall: people sign in, and a firewall has its price.')
    acknowledge(distribution, 'CFR3', 'Access logs would keep paths, and the path of an invitation is its secret.')
    if (domain === undefined)
      acknowledge(
        distribution,
        'CFR4',
        'The certificate of cloudfront.net sets the TLS version; a domain of the operator raises it.',
      )
  }

  /** The function behind it cannot tell: CloudFront keeps the name by which it was called to itself. */
  private toOneName(host: string | undefined): Pick<BehaviorOptions, 'functionAssociations'> {
    if (host === undefined) return {}
    const code = FunctionCode.fromInline(oneNameCode(host))
    const edgeFunction = new EdgeFunction(this, 'OneName', { code, runtime: FunctionRuntime.JS_2_0 })
    return { functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: edgeFunction }] }
  }
}
