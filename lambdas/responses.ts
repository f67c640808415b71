import { dialects } from '../core/dialects/registry.ts'
import { exchange } from '../core/exchange/exchange.ts'
import { deployment } from './deployment.ts'
import { pathsOf } from './routes.ts'
import { serve } from './serve.ts'

export const handler = serve(
  exchange({ name: 'responses', paths: pathsOf('responses'), dialect: dialects.responses }, deployment()),
)
