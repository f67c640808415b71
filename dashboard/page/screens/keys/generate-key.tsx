// Two dialogs: what the key may do, then the key, once. Closing the second one forgets it.

import { useState } from 'preact/hooks'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { endOfDay } from '../../data/end-of-day.ts'
import { zone } from '../../data/preferences.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { Key } from '../../data/types.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'
import { ClientTabs } from '../first-steps/first-steps.tsx'

interface Generated {
  readonly secret: string
  readonly key: Key
}

const lifetimes = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['day', 'On a day'],
] as const

const wholeNumber = (text: FormDataEntryValue | null): number | undefined => (text ? Number(text) : undefined)

const aDay = 86_400_000

/** In any zone the day may still be this one. */
const today = (): string => new Date(serviceNow() - aDay / 2).toISOString().slice(0, 10)

/** A key of a day is good until its end. */
const expiryIn = (form: FormData): string | undefined => {
  const lifetime = String(form.get('lifetime') ?? '')
  if (lifetime === '') return undefined
  if (lifetime === 'day') return endOfDay(String(form.get('day')), zone.value)
  return new Date(serviceNow() + Number(lifetime) * aDay).toISOString()
}

const Ask = ({
  account,
  made,
  close,
}: {
  readonly account: string
  readonly made: (generated: Generated) => void
  readonly close: () => void
}) => {
  const [failure, setFailure] = useState('')
  const [lifetime, setLifetime] = useState('')
  const generate = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    try {
      made(
        await send<Generated>(accountPath(account, '/keys'), {
          label: String(form.get('label') ?? ''),
          expiresAt: expiryIn(form),
          requestsPerMinute: wholeNumber(form.get('requests')),
          tokensPerMinute: wholeNumber(form.get('tokens')),
        }),
      )
    } catch (error) {
      setFailure(failureOf(error, 'No key was made.'))
    }
  }
  return (
    <Dialog title="Generate an API key" onCancel={close}>
      <form class="section" onSubmit={generate}>
        <label class="field">
          <span>Name</span>
          <input name="label" maxLength={60} placeholder="CI, laptop, …" autocomplete="off" autofocus />
        </label>
        <label class="field">
          <span>Expires</span>
          <select name="lifetime" value={lifetime} onChange={(event) => setLifetime(event.currentTarget.value)}>
            {lifetimes.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {lifetime === 'day' ? (
          <label class="field">
            <span>Last day</span>
            <input name="day" type="date" min={today()} required />
          </label>
        ) : null}
        <div class="pair">
          <label class="field">
            <span>Requests per minute</span>
            <input name="requests" type="number" min={1} max={1_000_000} placeholder="no limit" />
          </label>
          <label class="field">
            <span>Input tokens per minute</span>
            <input name="tokens" type="number" min={1} max={1_000_000_000} placeholder="no limit" />
          </label>
        </div>
        <FormEnd failure={failure} cancel={close} action="Generate" />
      </form>
    </Dialog>
  )
}

const Show = ({
  generated,
  baseUrl,
  close,
}: {
  readonly generated: Generated
  readonly baseUrl: string
  readonly close: () => void
}) => {
  const [isKept, setKept] = useState(false)
  const [isAsked, setAsked] = useState(false)
  return (
    <Dialog title="Your key, shown this once" onCancel={() => (isKept ? close() : setAsked(true))}>
      <output class="secret" aria-label="The key">
        {generated.secret}
      </output>
      <div class="actions">
        <CopyButton text={generated.secret} label="Copy key" autoFocus />
      </div>
      <ClientTabs baseUrl={baseUrl} secret={generated.secret} />
      {isAsked ? (
        <p class="cost" role="alert">
          Keep the key first: closed, it is nowhere.
        </p>
      ) : null}
      <div class="actions">
        <label class="check">
          <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />I have
          kept it
        </label>
        <button type="button" class="primary" disabled={!isKept} onClick={close}>
          Done
        </button>
      </div>
    </Dialog>
  )
}

export const GenerateKey = ({
  account,
  baseUrl,
  close,
}: {
  readonly account: string
  readonly baseUrl: string
  readonly close: () => void
}) => {
  const [generated, setGenerated] = useState<Generated | undefined>()
  return generated === undefined ? (
    <Ask account={account} made={setGenerated} close={close} />
  ) : (
    <Show generated={generated} baseUrl={baseUrl} close={close} key="shown" />
  )
}
