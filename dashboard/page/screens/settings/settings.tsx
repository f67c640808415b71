// How requests are compacted, and what the account pays. What the operator decides is only shown.

import { useState } from 'preact/hooks'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { priceLines, pricesFrom } from '../../data/price-lines.ts'
import { useResource } from '../../data/resource.ts'
import { changedSettings } from '../../data/settings-change.ts'
import type { ScreenProps, Settings } from '../../data/types.ts'
import { FailureLine } from '../../parts/form-end.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { OperatorSettings } from './operator-settings.tsx'

const modes = [
  [
    'repeated',
    'Repeated',
    'Text goes out without loss once and is shortened later, when that pays. The default, and the safest that saves.',
  ],
  [
    'arrival',
    'Arrival',
    'Text is shortened before it is first sent. Saves most; the model never sees what was deleted.',
  ],
  ['observe', 'Observe', 'Decides and counts, and sends the original. Changes nothing, saves nothing.'],
  ['off', 'Off', 'Requests pass through untouched, and are only counted.'],
] as const

const compressors = ['adeline-1', 'helene-1'] as const

const Fields = ({ settings }: { readonly settings: Settings }) => (
  <>
    <section class="section">
      <header>
        <h2 id="mode">Mode</h2>
      </header>
      <fieldset class="cards" aria-labelledby="mode">
        {modes.map(([value, name, text]) => (
          <label class="card" key={value}>
            <input type="radio" name="mode" value={value} defaultChecked={settings.mode === value} />
            <strong>{name}</strong>
            <span class="small muted">{text}</span>
          </label>
        ))}
      </fieldset>
      <p class="small muted">
        A change takes effect within a minute. Observe and Off hold for running conversations too, which then go whole:
        the provider has to cache what was shortened once more. Any other change reaches them once its cache is cold.
      </p>
    </section>
    <section class="section">
      <header>
        <h2>Compressor</h2>
      </header>
      <div class="pair">
        <label class="field">
          <span>Compressor</span>
          <select name="compressor" defaultValue={settings.compressor}>
            {compressors.map((name) => (
              <option key={name} value={name} selected={name === settings.compressor}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Rate, 0 to 1 (helene-1)</span>
          <input
            name="rate"
            type="number"
            min={0}
            max={1}
            step={0.05}
            placeholder="chosen by the compressor"
            defaultValue={settings.rate ?? ''}
          />
        </label>
      </div>
    </section>
    <section class="section">
      <header>
        <h2>Prices</h2>
      </header>
      <label class="field">
        <span>
          US dollars per million input tokens: the beginning of a model’s name, and a number. Optional, for figures in
          money.
        </span>
        <textarea
          name="prices"
          rows={4}
          placeholder="claude-sonnet 3.00"
          defaultValue={priceLines(settings.prices)}
          spellcheck={false}
        />
      </label>
    </section>
  </>
)

interface FormProps {
  readonly account: string
  readonly settings: Settings
  readonly saved: () => void
}

const Form = ({ account, settings, saved }: FormProps) => {
  const [loaded, setLoaded] = useState(settings)
  const [said, setSaid] = useState('')
  const [failure, setFailure] = useState('')
  const say = (text: string, wrong = ''): void => {
    setSaid(text)
    setFailure(wrong)
  }
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const read = pricesFrom(String(form.get('prices') ?? ''))
    if ('wrong' in read) return say('', read.wrong)
    const rate = String(form.get('rate') ?? '')
    const change = changedSettings(loaded, {
      mode: form.get('mode') as Settings['mode'],
      compressor: form.get('compressor') as Settings['compressor'],
      rate: rate === '' ? null : Number(rate),
      prices: read.prices,
    })
    if (Object.keys(change).length === 0) return say('There is nothing to save.')
    try {
      setLoaded(await send<Settings>(accountPath(account, '/settings'), change, 'PATCH'))
      say('Saved.')
      saved()
    } catch (error) {
      say('', failureOf(error, 'Nothing was changed.'))
    }
  }
  return (
    <form class="content-body" onSubmit={save}>
      {/* Drawn anew when saved: others may have changed what was not sent. */}
      <Fields settings={loaded} key={JSON.stringify(loaded)} />
      <div class="actions">
        <p role="status">{said}</p>
        <FailureLine failure={failure} />
        <button type="submit" class="primary">
          Save
        </button>
      </div>
    </form>
  )
}

export const SettingsScreen = ({ account, reloadMe }: ScreenProps) => {
  const { data, error, reload } = useResource<Settings>(accountPath(account.id, '/settings'))
  if (data === undefined) return error === undefined ? <Skeleton /> : <Failure error={error} retry={reload} />
  return (
    <>
      <div class="head">
        <h1>Settings</h1>
      </div>
      {account.permissions.includes('change-settings') ? (
        <Form account={account.id} settings={data} saved={reloadMe} />
      ) : (
        <dl class="facts">
          <div>
            <dt>Mode</dt>
            <dd>{data.mode}</dd>
          </div>
          <div>
            <dt>Compressor</dt>
            <dd>{data.compressor}</dd>
          </div>
          <div>
            <dt>Rate</dt>
            <dd>{data.rate ?? 'chosen by the compressor'}</dd>
          </div>
          <div>
            <dt>Prices</dt>
            <dd>{priceLines(data.prices).replaceAll('\n', ', ') || 'none'}</dd>
          </div>
        </dl>
      )}
      <OperatorSettings settings={data} />
    </>
  )
}
