// The whole service as `npm start` brings it up, with its tables on disk.

import { openHouse } from '../../local/house.ts'
import { announce } from '../answer-parent.ts'

const { DATA = '', UPSTREAM_PORT = '' } = process.env
const upstream = `http://127.0.0.1:${UPSTREAM_PORT}`

const house = await openHouse({
  port: 0,
  data: DATA,
  upstreamA: upstream,
  upstreamB: `${upstream}/v1`,
  report: (line) => process.stderr.write(`${line}\n`),
})
house.failed.then((how) => {
  process.stderr.write(`${how}\n`)
  process.exit(1)
})
announce({ port: Number(new URL(house.facts.baseUrl).port), serviceKey: house.facts.serviceKey })
