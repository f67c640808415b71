// Reads and judges the options of `npm run verify-deployment`. Keys may be in the environment, where no list of processes
// shows them. Opens nothing.

import { parseArgs } from 'node:util'
import { orUsageFault, refuseTwice, UsageFault } from '../bin/usage-fault.ts'
import { defined } from '../core/collections/defined.ts'
import { withNegatives } from '../core/text/negative-values.ts'
import { judgeUpstreamUrl } from '../core/upstream/override-url.ts'
import type { DeployedServiceFacts } from './deployed-service.ts'

export const usage = `npm run verify-deployment -- --base-url URL --key KEY [options]
    checks a deployment from outside
npm run verify-deployment -- --local
    checks a local service, started for this
npm run verify-deployment -- --serve-stub PORT
    runs only the stub upstream, on loopback

  --base-url URL           base URL of the deployment, without a provider's
                           prefix
  --key KEY                service key (or SERVICE_KEY in the environment)
  --stub-upstream URL      public https URL of the stub upstream. It is sent in
                           X-Service-Upstream-Url, so the account needs that
                           entitlement. "default": the stub is the default
                           upstream
  --limited-key KEY        a key with --requests-per-minute 1, for 429 (or
                           LIMITED_KEY)
  --unentitled-key KEY     a key of an account without entitlements, for 403 (or
                           UNENTITLED_KEY)
  --function-url URL       a function's own address (an output of the proxy's
                           stack), which must be closed
  --dashboard-url URL      the dashboard's address (an output of its stack)
  --upstream-key-anthropic KEY, --upstream-key-openai KEY
                           a real key of the provider, for two requests of a few
                           tokens
                           (or UPSTREAM_KEY_ANTHROPIC, UPSTREAM_KEY_OPENAI)
  --model-anthropic, --model-openai
                           the models for these requests (default
                           claude-haiku-4-5, gpt-5.4-mini)
  --account NAME           the key's account. Its ledger is read too, from the
                           tables that the AWS SDK's variables name
  --data DIR               reads the ledger of the local service with this data
                           folder instead
  --silence SECONDS        keeps the stub silent this long before its first byte
                           (CloudFront waits 120)
  --help                   print this text

The last line counts: N passed, N failed, N skipped. The command exits with 1
if a check failed, and with 2 if the command line is wrong.`

export type Variables = Readonly<Record<string, string | undefined>>

export type Wish =
  | { readonly kind: 'help' }
  | { readonly kind: 'local'; readonly silenceSeconds: number }
  | { readonly kind: 'stub'; readonly port: number }
  | {
      readonly kind: 'deployment'
      readonly facts: Omit<DeployedServiceFacts, 'ledger'>
      readonly account: string | undefined
      readonly data: string | undefined
    }

const defaultModels = { a: 'claude-haiku-4-5', b: 'gpt-5.4-mini' }
const localSilenceSeconds = 3

const given = (words: readonly string[]) => {
  const text = { type: 'string' } as const
  const { values, tokens } = orUsageFault(() =>
    parseArgs({
      args: withNegatives(words),
      tokens: true,
      options: {
        'base-url': text,
        key: text,
        'stub-upstream': text,
        'limited-key': text,
        'unentitled-key': text,
        'function-url': text,
        'dashboard-url': text,
        'upstream-key-anthropic': text,
        'upstream-key-openai': text,
        'model-anthropic': text,
        'model-openai': text,
        account: text,
        data: text,
        silence: text,
        'serve-stub': text,
        local: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }),
  )
  refuseTwice(tokens)
  return values
}

const wholeNumber = (name: string, text: string | undefined, most: number): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,5}$/.test(text) || Number(text) > most) throw new UsageFault(`${name} must be a number up to ${most}.`)
  return Number(text)
}

const urlOf = (name: string, text: string): string => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageFault(`${name} must be an http or https URL.`)
  return text.replace(/\/+$/, '')
}

const stubOf = (text: string | undefined): string | undefined => {
  if (text === undefined || text === 'default') return text
  const fault = judgeUpstreamUrl(text, [])
  if (typeof fault === 'string') throw new UsageFault(`--stub-upstream ${fault}, or be "default".`)
  return text
}

/** Throws `UsageFault` for an option that would do nothing, because another one looks at something else. */
const refuseBeside = (values: ReturnType<typeof given>): void => {
  const named = Object.entries(values).flatMap(([name, value]) => (value === false ? [] : [name]))
  const other = (alone: string, ...allowed: string[]): string | undefined =>
    named.includes(alone) ? named.find((name) => name !== alone && !allowed.includes(name)) : undefined
  for (const [alone, beside] of [
    ['serve-stub', other('serve-stub')],
    ['local', other('local', 'silence')],
  ])
    if (beside !== undefined) throw new UsageFault(`--${alone} and --${beside} exclude each other.`)
}

/** Throws `UsageFault`. */
export const readWish = (words: readonly string[], variables: Variables): Wish => {
  const values = given(words)
  const silenceSeconds = wholeNumber('--silence', values.silence, 880)
  if (values.help) return { kind: 'help' }
  refuseBeside(values)
  if (values.local) return { kind: 'local', silenceSeconds: silenceSeconds ?? localSilenceSeconds }
  const port = wholeNumber('--serve-stub', values['serve-stub'], 65_535)
  if (port !== undefined) return { kind: 'stub', port }

  const { 'base-url': base, 'function-url': ownAddress, 'dashboard-url': dashboard } = values
  if (base === undefined) throw new UsageFault('--base-url is missing.')
  const baseUrl = urlOf('--base-url', base)
  const serviceKey = values.key ?? variables.SERVICE_KEY
  if (!serviceKey) throw new UsageFault('--key is missing (or SERVICE_KEY in the environment).')
  const keyA = values['upstream-key-anthropic'] ?? variables.UPSTREAM_KEY_ANTHROPIC
  const keyB = values['upstream-key-openai'] ?? variables.UPSTREAM_KEY_OPENAI
  return {
    kind: 'deployment',
    account: values.account,
    data: values.data,
    facts: {
      baseUrl,
      serviceKey,
      ...defined({
        stub: stubOf(values['stub-upstream']),
        limitedKey: (values['limited-key'] ?? variables.LIMITED_KEY) || undefined,
        unentitledKey: (values['unentitled-key'] ?? variables.UNENTITLED_KEY) || undefined,
        silenceSeconds,
        dashboardUrl: dashboard === undefined ? undefined : urlOf('--dashboard-url', dashboard),
        functionUrl: ownAddress === undefined ? undefined : urlOf('--function-url', ownAddress),
      }),
      providers: {
        ...(keyA ? { anthropic: { key: keyA, model: values['model-anthropic'] ?? defaultModels.a } } : {}),
        ...(keyB ? { openai: { key: keyB, model: values['model-openai'] ?? defaultModels.b } } : {}),
      },
    },
  }
}
