// The process of the functions over tables elsewhere: the AWS SDK's own variables say where tables and compressor are. Its
// environment is that of a function.

import { serveFunctions } from './serve-functions.ts'

await serveFunctions({ words: process.argv.slice(2) })
