// What stands where figures will be: how to send the first exchange, what observing means, whom to ask for access.

import { useState } from 'preact/hooks'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { compact, exact, percent } from '../../data/format.ts'
import { useResource } from '../../data/resource.ts'
import { type Span, usageOfSpan } from '../../data/span.ts'
import type { AccountEntry, Me, NetSums, Usage, UsageRow } from '../../data/types.ts'
import { Snippet } from '../../parts/copy.tsx'
import { Notice } from '../../parts/notice.tsx'
import { commandLineSteps } from './command-line.tsx'

/** How each client is pointed at the service. `key` is a key, or where one goes. */
const clientLines = (baseUrl: string, key: string): readonly (readonly [string, string])[] => [
  [
    'Claude Code',
    `ANTHROPIC_BASE_URL=${baseUrl}/anthropic ENABLE_TOOL_SEARCH=true \\\nANTHROPIC_CUSTOM_HEADERS='X-Service-Auth-Token: ${key}' claude`,
  ],
  [
    'Codex',
    `# ~/.codex/config.toml\nmodel_provider = "compacted"\n[model_providers.compacted]\nname = "compacted"\nbase_url = "${baseUrl}/openai/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\nhttp_headers = { "X-Service-Auth-Token" = "${key}" }`,
  ],
  [
    'Anthropic SDK',
    `new Anthropic({\n  baseURL: '${baseUrl}/anthropic',\n  defaultHeaders: { 'X-Service-Auth-Token': '${key}' },\n})`,
  ],
  [
    'OpenAI SDK',
    `new OpenAI({\n  baseURL: '${baseUrl}/openai/v1',\n  defaultHeaders: { 'X-Service-Auth-Token': '${key}' },\n})`,
  ],
  [
    'curl',
    `curl ${baseUrl}/anthropic/v1/messages \\\n  -H 'X-Service-Auth-Token: ${key}' \\\n  -H "x-api-key: $ANTHROPIC_API_KEY" -H 'anthropic-version: 2023-06-01' \\\n  -H 'content-type: application/json' \\\n  -d '{"model":"claude-haiku-4-5","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}'`,
  ],
]

/** Tabs of lines to paste, one for each client. */
export const ClientTabs = ({ baseUrl, secret }: { readonly baseUrl: string; readonly secret?: string }) => {
  const lines = clientLines(baseUrl, secret ?? 'ak_…')
  const [chosen, setChosen] = useState(0)
  const move = (event: KeyboardEvent): void => {
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (way === 0) return
    const next = (chosen + way + lines.length) % lines.length
    setChosen(next)
    document.querySelectorAll<HTMLElement>('.tabs [role="tab"]')[next]?.focus()
  }
  const [name = '', text = ''] = lines[chosen] ?? []
  return (
    <div class="section">
      <div class="tabs" role="tablist" aria-label="Client" onKeyDown={move}>
        {lines.map(([one], index) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {one}
          </button>
        ))}
      </div>
      <div role="tabpanel" aria-label={name}>
        <Snippet text={text} label={`Lines for ${name}`} />
      </div>
    </div>
  )
}

export const FirstSteps = ({ account, me }: { readonly account: AccountEntry; readonly me: Me }) => {
  if (account.kind === 'personal')
    return (
      <section class="section" aria-label="First steps">
        <Notice title="Nothing has been sent yet.">
          A personal account has no API key: its requests come from the command line.
        </Notice>
        <Snippet label="Install and sign in" text={commandLineSteps()} />
        <p role="status">Listening for the first exchange …</p>
      </section>
    )
  return (
    <section class="section" aria-label="First steps">
      <p class="muted">Nothing has been sent yet. This page turns into the overview with the first exchange.</p>
      <ol class="steps">
        <li>
          <h2>1 · Make a key</h2>
          <p>
            <a href={`/accounts/${account.id}/keys`}>Generate an API key</a>. It is shown once.
          </p>
        </li>
        <li>
          <h2>2 · Point a client here</h2>
          <p class="small muted">Your provider key stays where it is: it is passed on, and never stored.</p>
          <ClientTabs baseUrl={me.baseUrl} />
        </li>
        <li>
          <h2>3 · Work as before</h2>
          <p role="status">Listening for the first exchange …</p>
        </li>
      </ol>
    </section>
  )
}

interface ObservingProps {
  readonly account: AccountEntry
  readonly totals: NetSums
  readonly span: Span
  readonly changed: () => void
}

/** Of what was observed: an account may have been in other modes before. */
const ofObserved = (rows: readonly UsageRow[] | undefined): string => {
  const row = rows?.find(({ mode }) => mode === 'observe')
  return row === undefined ? '' : ` (${percent(row.observedTokens, row.tokensBefore)})`
}

export const Observing = ({ account, totals, span, changed }: ObservingProps) => {
  const byMode = useResource<Usage>(usageOfSpan(account.id, span, 'mode'))
  const [failure, setFailure] = useState('')
  const switchOver = async (): Promise<void> => {
    try {
      await send(accountPath(account.id, '/settings'), { mode: 'repeated' }, 'PATCH')
      changed()
    } catch (error) {
      setFailure(failureOf(error))
    }
  }
  const action = account.permissions.includes('change-settings') ? (
    <button type="button" onClick={switchOver}>
      Switch to repeated
    </button>
  ) : null
  return (
    <Notice title="Observing: nothing is changed." action={action}>
      Deleting everything at once would take away{' '}
      <span title={exact(totals.observedTokens)}>{compact(totals.observedTokens)}</span> tokens
      {ofObserved(byMode.data?.rows)}: the ceiling of <em>arrival</em>. {failure}
    </Notice>
  )
}

export const NoApiAccess = ({ account, me }: { readonly account: AccountEntry; readonly me: Me }) => (
  <section class="section">
    <Notice title={`${account.id} has no API access yet.`}>
      Your operator enables it with the line below.
      {me.operatorContact === undefined ? null : ` Ask ${me.operatorContact}.`}
    </Notice>
    <Snippet label="The operator’s command" text={`npm run -s operator -- account enable-api ${account.id}`} />
  </section>
)
