// What the operator decides for an account: what holds, and whether it was set for the account or is the service's default.

import { exact } from '../../data/format.ts'
import type { Settings } from '../../data/types.ts'

/** What a rule does with such text, in words. */
const fileReadWords: Readonly<Record<Settings['defaults']['fileReads'], string>> = {
  keep: 'They stay whole.',
  repeated: 'Lines go that stand again in later text.',
  aged: 'Lines go that stand again in later text, and some of what nothing has used for long.',
}
const observationWords: Readonly<Record<Settings['defaults']['observations'], string>> = {
  keep: 'Results in turns of the user, and logs that a person has pasted, stay whole.',
  results: 'Results in turns of the user go like others; of logs that a person has pasted, what says nothing.',
}

interface RuleProps {
  readonly name: string
  readonly value: string
  readonly words: string
  /** Whether the account says so itself. */
  readonly isSet: boolean
}

const Rule = ({ name, value, words, isSet }: RuleProps) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
    <dd class="small muted">{words}</dd>
    <dd class="small muted">{isSet ? 'Set for this account.' : 'The service’s default.'}</dd>
  </div>
)

export const OperatorSettings = ({ settings }: { readonly settings: Settings }) => {
  const { kind, apiAccess, entitlements, limits, fileReads, observations, serverResults, defaults } = settings
  return (
    <section class="section">
      <header>
        <h2>Decided by the operator</h2>
      </header>
      <dl class="facts">
        <div>
          <dt>Kind</dt>
          <dd>{kind}</dd>
        </div>
        <div>
          <dt>API access</dt>
          <dd>{apiAccess ? 'yes' : 'no'}</dd>
        </div>
        <div>
          <dt>Entitlements</dt>
          <dd>{entitlements.join(', ') || 'none'}</dd>
        </div>
        <div>
          <dt>Requests per minute</dt>
          <dd>{limits.requestsPerMinute === undefined ? 'no limit' : exact(limits.requestsPerMinute)}</dd>
        </div>
        <div>
          <dt>Input tokens per minute</dt>
          <dd>{limits.tokensPerMinute === undefined ? 'no limit' : exact(limits.tokensPerMinute)}</dd>
        </div>
        <Rule
          name="File reads"
          value={fileReads ?? defaults.fileReads}
          words={fileReadWords[fileReads ?? defaults.fileReads]}
          isSet={fileReads !== undefined}
        />
        <Rule
          name="Observations"
          value={observations ?? defaults.observations}
          words={observationWords[observations ?? defaults.observations]}
          isSet={observations !== undefined}
        />
        <Rule
          name="Server results"
          value={serverResults?.join(', ') || 'keep'}
          words={
            serverResults?.length
              ? 'Results of these tools of the provider go like others.'
              : 'Results of tools that the provider runs stay whole.'
          }
          isSet={serverResults !== undefined}
        />
      </dl>
    </section>
  )
}
