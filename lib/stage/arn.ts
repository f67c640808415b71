// ARNs of what stands in a region: their shape, and which of them stand elsewhere than the stage that names them.

import * as z from 'zod'

/** `rest` is a pattern of how it goes on behind region and account. */
export const arnOf = (service: string, rest: string, fault: string) =>
  z.string(fault).regex(new RegExp(`^arn:[a-z-]+:${service}:[a-z0-9-]+:\\d{12}:${rest}`), fault)

const secretFault =
  'must be the whole ARN of a secret of Secrets Manager, with the six characters that AWS puts at its end'

export const secretArn = arnOf('secretsmanager', 'secret:.+-[A-Za-z0-9]{6}$', secretFault)

export const isArn = (text: string): boolean => text.startsWith('arn:')

export const regionOf = (arn: string): string => arn.split(':')[3] ?? ''

interface NamesArns {
  readonly region?: string | undefined
  readonly alarms: { readonly topicArn?: string | undefined }
  readonly fargate: { readonly certificateArn?: string | undefined }
  readonly telemetry: { readonly headersSecret?: string | undefined }
  readonly dashboard: {
    readonly identity: { readonly clientSecretArn?: string | undefined } | { readonly kind: 'cognito' }
  }
}

/** The paths of those that AWS will not find from the region of the stage. */
export const elsewhere = ({
  region,
  alarms,
  fargate,
  telemetry,
  dashboard: { identity },
}: NamesArns): readonly string[][] => {
  const { headersSecret = '' } = telemetry
  const named: readonly (readonly [string | undefined, string[]])[] = [
    [alarms.topicArn, ['alarms', 'topicArn']],
    [fargate.certificateArn, ['fargate', 'certificateArn']],
    [isArn(headersSecret) ? headersSecret : undefined, ['telemetry', 'headersSecret']],
    [
      'clientSecretArn' in identity ? identity.clientSecretArn : undefined,
      ['dashboard', 'identity', 'clientSecretArn'],
    ],
  ]
  return named.flatMap(([arn, path]) =>
    region === undefined || arn === undefined || regionOf(arn) === region ? [] : [path],
  )
}
