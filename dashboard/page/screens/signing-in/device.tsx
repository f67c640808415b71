// Whether a machine is signed in. Whoever has got somebody to open this page with a foreign code is one click away from their
// account: so it says what is approved, the focus is on Deny, and nothing is approved by opening it.

import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, send } from '../../data/api.ts'
import { clock, stranger } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import type { Me, WaitingDevice } from '../../data/types.ts'
import { firstChosen } from '../../data/wanted-account.ts'
import { Failure, Notice, Skeleton } from '../../parts/notice.tsx'
import { usePageTitle } from '../../parts/page-title.ts'
import { AccountChoice } from './account-choice.tsx'

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd class="small">{value}</dd>
  </div>
)

interface DecideProps {
  readonly code: string
  readonly device: WaitingDevice
  readonly me: Me
  readonly decided: (said: string) => void
  readonly askAnother: () => void
  /** Whether the machine still waits, and for which accounts, is asked again. */
  readonly reload: () => void
}

const AnotherCode = ({ ask }: { readonly ask: () => void }) => (
  <button type="button" onClick={ask}>
    Enter another code
  </button>
)

const Decide = ({ code, device, me, decided, askAnother, reload }: DecideProps) => {
  const wanted = new URLSearchParams(location.search).get('account') ?? undefined
  const [account, setAccount] = useState(firstChosen(device.accounts, wanted))
  const [failure, setFailure] = useState<ApiError | undefined>()
  const deny = useRef<HTMLButtonElement>(null)
  useEffect(() => deny.current?.focus(), [])
  const say = async (decision: 'approve' | 'deny'): Promise<void> => {
    try {
      await send(`/api/device/${encodeURIComponent(code)}/${decision}`, decision === 'approve' ? { account } : {})
      decided(decision === 'approve' ? 'Signed in. Go on in your terminal.' : 'Denied. Nothing was signed in.')
    } catch (reason) {
      setFailure(reason instanceof ApiError ? reason : new ApiError(0, 'The page failed. Nothing was approved.'))
    }
  }
  return (
    <>
      <dl class="facts">
        <Fact name="Machine" value={stranger(device.device)} />
        <Fact name="Address" value={stranger(device.address)} />
        <Fact name="Asked at" value={clock(device.requestedAt, zone.value)} />
        <Fact name="Program" value={stranger(device.program)} />
      </dl>
      <Notice title="Approve only if you ran compaction login yourself just now.">
        It lets that machine send requests through this service as you, and see what the account saves. It cannot read
        texts, spend a provider key or make keys.
      </Notice>
      <AccountChoice accounts={device.accounts} wanted={wanted} account={account} choose={setAccount} me={me} />
      {failure === undefined ? null : (
        <Failure
          error={failure}
          retry={() => setFailure(undefined)}
          onward={
            failure.status === 404 ? (
              <AnotherCode ask={askAnother} />
            ) : (
              <button
                type="button"
                onClick={() => {
                  setFailure(undefined)
                  reload()
                }}
              >
                Look at the accounts again
              </button>
            )
          }
        />
      )}
      <div class="actions">
        <button type="button" ref={deny} onClick={() => say('deny')}>
          Deny
        </button>
        <button type="button" class="primary" disabled={account === ''} onClick={() => say('approve')}>
          Approve
        </button>
      </div>
    </>
  )
}

interface WaitingProps {
  readonly code: string
  readonly me: Me
  readonly decided: (said: string) => void
  readonly askAnother: () => void
}

const Waiting = (props: WaitingProps) => {
  const { code, askAnother } = props
  const { data, error, reload } = useResource<WaitingDevice>(`/api/device/${encodeURIComponent(code)}`)
  if (error !== undefined) return <Failure error={error} retry={reload} onward={<AnotherCode ask={askAnother} />} />
  return data === undefined ? <Skeleton /> : <Decide {...props} device={data} reload={reload} />
}

const withoutBlanks = (typed: string): string => typed.replaceAll(/\s/g, '')

const codeIn = (search: string): string => new URLSearchParams(search).get('code') ?? ''

export const Device = ({ me }: { readonly me: Me }) => {
  usePageTitle('Sign in a machine')
  const [code, setCode] = useState(codeIn(location.search))
  const [typed, setTyped] = useState(code)
  const [said, setSaid] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const askAnother = (): void => {
    setCode('')
    setTyped('')
    field.current?.focus()
  }
  const look = (event: SubmitEvent): void => {
    event.preventDefault()
    setCode(withoutBlanks(typed))
  }
  if (said !== '')
    return (
      <main class="center">
        <h1>{said}</h1>
        <p class="muted">You can close this page.</p>
      </main>
    )
  const isAsked = code !== '' && withoutBlanks(typed) === code
  return (
    <main class="center">
      <h1>Sign in a command line</h1>
      <p>You are signed in as {me.person.email ?? me.person.name ?? me.person.id}.</p>
      <form class="section" onSubmit={look}>
        <label class="field">
          <span>The code in your terminal, letter by letter</span>
          <input
            class="user-code"
            ref={field}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            placeholder="BCDF-GHJK"
            required
          />
        </label>
        {isAsked ? null : <button type="submit">Continue</button>}
      </form>
      {isAsked ? <Waiting key={code} code={code} me={me} decided={setSaid} askAnother={askAnother} /> : null}
    </main>
  )
}
