import { compressTranscript } from '../core/exchange/direct/direct-compress.ts'
import { deployment } from './deployment.ts'
import { serve } from './serve.ts'

export const handler = serve(compressTranscript(deployment()))
