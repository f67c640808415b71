import { responses } from '../core/dialects/responses/dialect.ts'
import { routeOfDialect } from '../core/exchange/deployment.ts'
import { exchange } from '../core/exchange/exchange.ts'
import { deployment } from './deployment.ts'
import { serve } from './serve.ts'

export const handler = serve(exchange(routeOfDialect(responses), deployment()))
