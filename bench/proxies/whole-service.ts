// The whole service as `npm start` brings it up, with its tables on disk.

import { openLocalService } from '../../local/service.ts'
import { announce } from '../processes/answer-parent.ts'

const { DATA = '', UPSTREAM_PORT = '' } = process.env
const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

const service = await openLocalService({
  port: 0,
  data: DATA,
  upstreamAnthropic: upstream,
  upstreamOpenai: `${upstream}/v1`,
  report: (line) => process.stderr.write(`${line}\n`),
})
service.failed.then((how) => {
  process.stderr.write(`${how}\n`)
  process.exit(1)
})
announce({ port: Number(new URL(service.facts.baseUrl).port), serviceKey: service.facts.serviceKey })
