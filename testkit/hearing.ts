// A client of the tables that tells what it is asked.

import type { Dynamo } from '../adapters/dynamo/client.ts'
import type { Command } from '../adapters/dynamo/commands.ts'

/** The same client; `heard` gets every command before it is sent. */
export const hearing = (dynamo: Dynamo, heard: (command: Command) => void): Dynamo => ({
  ...dynamo,
  documents: {
    send(command, options) {
      heard(command)
      return dynamo.documents.send(command, options)
    },
  },
})
