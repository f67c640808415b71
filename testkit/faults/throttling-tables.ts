// Tables that take no more, as DynamoDB says it.

import { createServer } from 'node:http'
import type { Finally } from '../after-suite.ts'
import { listen } from '../listen.ts'

const body = JSON.stringify({
  __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
  message: 'The level of configured provisioned throughput for the table was exceeded.',
})

/** Its port. */
export const openThrottlingTables = async (finallyDo: Finally): Promise<number> => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(body)
  })
  return (await listen(server, { finallyDo })).port
}
