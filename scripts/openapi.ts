// Prints the OpenAPI document of docs/openapi.json.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { takesNoWords } from '../bin/usage-fault.ts'
import { openApiDocument } from './openapi/document.ts'

takesNoWords(`node_modules/.bin/node scripts/openapi.ts > docs/openapi.json

Prints the OpenAPI document. It has no options.`)

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')))
process.stdout.write(`${JSON.stringify(openApiDocument(version), null, 2)}\n`)
