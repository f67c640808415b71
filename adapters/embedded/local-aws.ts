/** Region and credentials for the stores on this machine, which accept any. */
export const localAws = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }

/** The same as the AWS SDK's own variables. */
export const localAwsVariables = {
  AWS_REGION: localAws.region,
  AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
} as const
