// Reads the vector files and checks their shape.

import { readFileSync } from 'node:fs'
import * as z from 'zod'

const strings = z.array(z.string()).min(1)
const answers = z.array(z.object({ name: z.string(), addresses: z.array(z.string()), accepted: z.boolean() })).min(1)

const read = <T>(file: string, shape: z.ZodType<T>): T =>
  shape.parse(JSON.parse(readFileSync(new URL(`../../vectors/${file}`, import.meta.url), 'utf8')))

export const smokescreen = read(
  'smokescreen.json',
  z.object({
    addresses: z.array(
      z.object({ address: z.string(), theirs: z.string(), public: z.boolean(), note: z.string().optional() }),
    ),
    answers,
    hostPorts: z.array(z.object({ hostPort: z.string(), theirs: z.string(), origin: z.string().nullable() })),
    names: z.array(z.object({ host: z.string(), origin: z.string() })),
  }),
)

export const requestFilteringAgent = read(
  'request-filtering-agent.json',
  z.object({
    refused: strings,
    refusedByAddress: z.array(z.object({ url: z.string(), address: z.string() })),
    redirects: z.array(z.object({ url: z.string(), location: z.string() })),
    allowed: strings,
  }),
)

export const ssrfcheck = read(
  'ssrfcheck.json',
  z.object({
    shouldNotPass: strings,
    shouldPass: strings,
    validAddresses: strings,
    validAddressesThatAreMulticast: strings,
  }),
)

export const safeurl = read(
  'safeurl.json',
  z.object({
    refused: strings,
    refusedSchemes: strings,
    rebinding: z.object({ host: z.string(), address: z.string() }),
    allowedAddresses: strings,
  }),
)

export const ssrfFilter = read(
  'ssrf-filter.json',
  z.object({
    ipv4Ranges: strings,
    ipv6Ranges: strings,
    publicAddresses: strings,
    notAddresses: strings,
    refusedUrls: strings,
    answers,
  }),
)

export const own = read(
  'own.json',
  z.object({
    refusedAddresses: strings,
    publicAddresses: strings,
    refusedUrls: strings,
    allowedUrls: z.array(z.object({ url: z.string(), origin: z.string(), basePath: z.string() })),
    answers,
  }),
)
