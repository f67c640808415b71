// Fields of a collector of the operator's own, beside CloudWatch.

import * as z from 'zod'

const fields = z.strictObject({
  otlpEndpoint: z
    .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
    .optional()
    .describe(
      'Base of an OpenTelemetry collector (OTLP over HTTP, JSON) that is told metrics and traces too. It gets names, counts and times only',
    ),
  headersSecret: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Name of a secret of Secrets Manager, under the key `aws/secretsmanager`, with the headers that the collector wants, as `name=value,…`',
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
