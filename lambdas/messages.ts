import { dialects } from '../core/dialects/registry.ts'
import { exchange } from '../core/exchange.ts'
import { deployment } from './deployment.ts'
import { serve } from './serve.ts'

export const handler = serve(exchange({ name: 'messages', dialect: dialects.messages }, deployment()))
