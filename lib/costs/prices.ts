// AWS's prices from its public price pages: us-east-1, on demand, in US dollars, without free tiers. AWS may change them;
// its calculator has the last word.

export interface Price {
  readonly dollars: number
  readonly per: string
}

export const prices = {
  instanceHour: { dollars: 0.102, per: 'instance hour, ml.c6i.large' },
  serverlessGbSecond: { dollars: 0.00002, per: 'GB-second of serverless inference' },
  inferenceGb: { dollars: 0.016, per: 'GB in or out of the endpoint' },
  lambdaGbSecond: { dollars: 0.0000133334, per: 'GB-second of Lambda, arm64' },
  lambdaRequest: { dollars: 0.0000002, per: 'invocation' },
  fargateVcpuHour: { dollars: 0.03238, per: 'vCPU-hour of Fargate, ARM' },
  fargateGbHour: { dollars: 0.00356, per: 'GB-hour of Fargate, ARM' },
  balancerHour: { dollars: 0.0225, per: 'hour of a load balancer' },
  balancerUnitHour: { dollars: 0.008, per: 'capacity unit of a load balancer, and hour' },
  natHour: { dollars: 0.045, per: 'hour of a NAT gateway' },
  natGb: { dollars: 0.045, per: 'GB through a NAT gateway' },
  writeUnit: { dollars: 0.000000625, per: 'write unit of DynamoDB' },
  readUnit: { dollars: 0.000000125, per: 'read unit of DynamoDB' },
  tableGbMonth: { dollars: 0.25, per: 'GB-month of tables' },
  recoveryGbMonth: { dollars: 0.2, per: 'GB-month of point-in-time recovery' },
  edgeRequest: { dollars: 0.000001, per: 'HTTPS request of CloudFront' },
  edgeFunctionCall: { dollars: 0.0000001, per: 'call of an edge function' },
  edgeGbToCaller: { dollars: 0.085, per: 'GB from CloudFront to callers' },
  edgeGbToOrigin: { dollars: 0.02, per: 'GB from CloudFront to functions' },
  internetGb: { dollars: 0.09, per: 'GB from functions to the provider' },
  logGb: { dollars: 0.5, per: 'GB of logs' },
  logGbMonth: { dollars: 0.03, per: 'GB-month of logs' },
  metricMonth: { dollars: 0.3, per: 'metric and month' },
  alarmMetricMonth: { dollars: 0.1, per: 'metric of an alarm, and month' },
  dashboardMonth: { dollars: 3, per: 'dashboard and month' },
  trace: { dollars: 0.000005, per: 'trace' },
  secretMonth: { dollars: 0.4, per: 'secret and month' },
  imageGbMonth: { dollars: 0.1, per: 'GB-month of images' },
  webAclMonth: { dollars: 5, per: 'web ACL and month' },
  webAclRuleMonth: { dollars: 1, per: 'rule and month' },
  webAclRequest: { dollars: 0.0000006, per: 'request through a web ACL' },
} as const satisfies Record<string, Price>

export type PriceName = keyof typeof prices
