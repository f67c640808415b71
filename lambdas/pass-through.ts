import { exchange } from '../core/exchange/exchange.ts'
import { deployment } from './deployment.ts'
import { serve } from './serve.ts'

export const handler = serve(exchange({ name: 'pass-through' }, deployment()))
