// The container's program, from its sources, on the port that it is told.

import { announce } from '../processes/answer-parent.ts'

const { PORT = '', SERVICE_KEY = '' } = process.env
await import('../../service/main.ts')
announce({ port: Number(PORT), serviceKey: SERVICE_KEY })
