// The regions in which AWS lacks what a stage may need, and what a stage can be there.

type Service = 'function URLs' | 'CodeBuild' | 'endpoints of SageMaker'

/**
 * As CloudFormation's schemas say, against which every synthesis is checked, and of function URLs also the AWS Lambda developer guide,
 * "Creating and managing Lambda function URLs"; both as read in November 2026.
 */
export const regionsWithout: Readonly<Record<Service, ReadonlySet<string>>> = {
  'function URLs': new Set([
    'ap-east-2',
    'ap-south-2',
    'ap-southeast-4',
    'ap-southeast-5',
    'ap-southeast-6',
    'ap-southeast-7',
    'ca-west-1',
    'eu-central-2',
    'eu-south-2',
    'il-central-1',
    'me-central-1',
    'mx-central-1',
  ]),
  CodeBuild: new Set(['ap-east-2', 'ca-west-1', 'mx-central-1']),
  'endpoints of SageMaker': new Set(['me-central-1', 'us-gov-east-1']),
}

/** AWS GovCloud and China: neither function URLs nor CloudFront, in any region of these accounts. */
export const isPrivateOnly = (region: string): boolean => /^(us-gov|cn)-/.test(region)

export const regionHas = (region: string, service: Service): boolean =>
  !regionsWithout[service].has(region) && !(service === 'function URLs' && isPrivateOnly(region))

/** What the file of a stage says that is reached within its network alone. */
export const privateMode = '"frontDoor": false, "functionUrls": false and "compute": "fargate"'
