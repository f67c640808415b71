// The regions in which AWS has no function URLs, and what a stage can be there.

/** AWS Lambda developer guide, "Creating and managing Lambda function URLs", as read in November 2026. */
export const regionsWithout: ReadonlySet<string> = new Set([
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
])

/** AWS GovCloud and China: neither function URLs nor CloudFront, in any region of these accounts. */
export const isPrivateOnly = (region: string): boolean => /^(us-gov|cn)-/.test(region)

export const hasFunctionUrls = (region: string): boolean => !isPrivateOnly(region) && !regionsWithout.has(region)

/** The settings of a stage that needs none. */
export const privateMode = '"frontDoor": false, "functionUrls": false and "compute": "fargate"'
