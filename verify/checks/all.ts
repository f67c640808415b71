// Every check, in the order in which they run: first those that cost nothing and reach no provider.

import type { Check } from '../check.ts'
import { anthropicSdkChecks } from './anthropic-sdk.ts'
import { bodyChecks } from './bodies.ts'
import { compressChecks } from './compress.ts'
import { dashboardChecks } from './dashboard.ts'
import { errorChecks } from './errors.ts'
import { frontDoorChecks } from './front-door.ts'
import { headerChecks } from './headers.ts'
import { openaiSdkChecks } from './openai-sdk.ts'
import { realProviderChecks } from './real-provider.ts'
import { sessionChecks } from './session.ts'
import { streamChecks } from './streams.ts'

export const allChecks: readonly Check[] = [
  ...errorChecks,
  ...frontDoorChecks,
  ...dashboardChecks,
  ...compressChecks,
  ...anthropicSdkChecks,
  ...openaiSdkChecks,
  ...streamChecks,
  ...bodyChecks,
  ...headerChecks,
  ...sessionChecks,
  ...realProviderChecks,
]
