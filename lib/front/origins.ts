// What the front door leads to: the functions, a path each, or the containers' load balancer, which takes every path.

import { Duration } from 'aws-cdk-lib'
import { type IOrigin, OriginProtocolPolicy } from 'aws-cdk-lib/aws-cloudfront'
import { FunctionUrlOrigin, VpcOrigin } from 'aws-cdk-lib/aws-cloudfront-origins'
import type { ApplicationLoadBalancer } from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { originSecretHeader } from '../../core/access/front-door.ts'
import { sentSecret } from '../routes/origin-secrets.ts'
import type { StreamingRoute } from '../routes/streaming-route.ts'
import type { Stage } from '../stage/config.ts'

export interface Led {
  readonly paths: readonly string[]
  readonly origin: IOrigin
}

const timeouts = ({ frontDoor }: Stage) => ({
  readTimeout: Duration.seconds(frontDoor.responseTimeoutSeconds),
  keepaliveTimeout: Duration.seconds(frontDoor.keepAliveSeconds),
})

/** Throws if a function has no URL. */
export const functionOrigins = (routes: readonly StreamingRoute[], stage: Stage): readonly Led[] => {
  const secret = sentSecret(stage)
  return routes.map(({ route, url }) => {
    if (url === undefined) throw new Error(`The function of ${route.name} has no URL to lead to.`)
    const origin = new FunctionUrlOrigin(url, {
      ...timeouts(stage),
      // CloudFront overwrites what a caller sends under this name.
      customHeaders: { [originSecretHeader]: secret },
    })
    return { paths: route.paths, origin }
  })
}

/** CloudFront reaches the load balancer within the VPC, so that it needs no public address and no secret. */
export const containerOrigin = (balancer: ApplicationLoadBalancer, stage: Stage): readonly Led[] => [
  {
    paths: ['/*'],
    origin: VpcOrigin.withApplicationLoadBalancer(balancer, {
      ...timeouts(stage),
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
    }),
  },
]
