// What a function or a container is told of the operator's collector: OpenTelemetry's own variables.

import { SecretValue } from 'aws-cdk-lib'
import type { EnvironmentInput } from '../../lambdas/settings/env.ts'
import type { Stage } from '../stage/config.ts'

type Variable = Extract<keyof EnvironmentInput, `OTEL_${string}`>

/** Empty without a collector. CloudFormation resolves the secret during a deployment. */
export const telemetryEnvironment = ({ telemetry }: Stage): Readonly<Partial<Record<Variable, string>>> => {
  const { otlpEndpoint, headersSecret, traceShare } = telemetry
  if (otlpEndpoint === undefined) return {}
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
    OTEL_TRACES_SAMPLER_ARG: String(traceShare),
    ...(headersSecret === undefined
      ? {}
      : { OTEL_EXPORTER_OTLP_HEADERS: SecretValue.secretsManager(headersSecret).unsafeUnwrap() }),
  }
}
