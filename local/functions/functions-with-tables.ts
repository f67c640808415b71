// The process of the functions with its tables in it, so that a request asks no other process for them: the dashboard and the
// operator do, at the endpoint. Its environment is that of a function; the third word is the folder of the data.

import { deployIn } from '../../lambdas/deployment.ts'
import { type OpenTables, openTables } from '../data/tables.ts'
import { StartFault } from '../process/start-fault.ts'
import { tellParent } from '../process/to-parent.ts'

const [port = '', host = '', folder] = process.argv.slice(2)

const opened = async (): Promise<OpenTables> => {
  const log = { write: (text: Uint8Array | string) => void process.stderr.write(text) }
  try {
    return await openTables(folder, log, (report) => tellParent({ report }))
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    tellParent({ fault: error instanceof StartFault ? why : `The service could not start. ${why}` })
    process.exit(1)
  }
}

const { dynamo, endpoint, serviceKey, deploymentSecrets, end } = await opened()
deployIn(dynamo)
// They ask for the deployment while they load.
const { serveFunctions } = await import('./serve-functions.ts')
await serveFunctions({
  words: [port, host],
  facts: { dynamodbEndpoint: endpoint, serviceKey, deploymentSecrets },
  ended: end,
})
