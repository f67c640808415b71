// Fields of a collector of the operator's own, beside CloudWatch.

import * as z from 'zod'
import { isArn, secretArn } from './arn.ts'

const secretFault =
  'must be the name of a secret of Secrets Manager, or its whole ARN, with the six characters that AWS puts at its end'
const secretName = z.string().regex(/^[\w/+=.@-]{1,512}$/)

const fields = z.strictObject({
  otlpEndpoint: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe(
      'Base of an OpenTelemetry collector (OTLP over HTTP, JSON) that is told metrics and traces too. It gets names, counts and times only',
    ),
  headersSecret: z
    .string(secretFault)
    .refine((secret) => (isArn(secret) ? secretArn : secretName).safeParse(secret).success, secretFault)
    .optional()
    .describe(
      'Name or whole ARN of a secret of Secrets Manager, under the key `aws/secretsmanager`, with the headers that the collector wants, as `name=value,…`',
    ),
  traceShare: z
    .number('must be a number from 0 to 1')
    .min(0)
    .max(1)
    .default(0.05)
    .describe('Share of the exchanges that the collector gets traces of, from 0 to 1'),
})

export const telemetry = fields.refine(
  ({ otlpEndpoint, headersSecret }) => otlpEndpoint !== undefined || headersSecret === undefined,
  { path: ['headersSecret'], message: 'must be left out without an otlpEndpoint: nobody is sent the headers' },
)
