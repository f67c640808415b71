// The process of the functions over tables elsewhere, for tests and benches: the AWS SDK's own variables say where tables and
// compressor are. Its environment is that of a function. `npm start` runs functions-with-tables.ts.

import { serveFunctions } from './serve-functions.ts'

await serveFunctions({ words: process.argv.slice(2) })
