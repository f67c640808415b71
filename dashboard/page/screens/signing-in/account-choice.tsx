// For which account a machine is signed in. A command that was told an account (`login --account`) keeps no token of another one.

import { stranger } from '../../data/format.ts'
import type { Me, WaitingDevice } from '../../data/types.ts'

type Account = WaitingDevice['accounts'][number]

const label = ({ id, kind, isReady }: Account): string =>
  `${kind === 'personal' ? 'Personal account' : id}${isReady ? '' : ' (no API access yet)'}`

const ready = (accounts: readonly Account[]): readonly Account[] => accounts.filter(({ isReady }) => isReady)

/** The account that the command was told, or the first one where it was told none; `''` where nothing can be approved as asked. */
export const firstChosen = (accounts: readonly Account[], wanted: string | undefined): string =>
  ready(accounts).find(({ id }) => wanted === undefined || id === wanted)?.id ?? ''

const missing = (accounts: readonly Account[], wanted: string): string =>
  accounts.some(({ id }) => id === wanted)
    ? `The command asks for ${stranger(wanted)}, which has no API access yet.`
    : `The command asks for ${stranger(wanted)}, to which you do not belong.`

interface ChoiceProps {
  readonly accounts: readonly Account[]
  readonly wanted: string | undefined
  readonly account: string
  readonly choose: (account: string) => void
  readonly me: Me
}

export const AccountChoice = ({ accounts, wanted, account, choose, me }: ChoiceProps) => {
  if (ready(accounts).length === 0)
    return (
      <p>
        You belong to no account that a command line can use.
        {me.operatorContact === undefined ? ' Ask your operator.' : ` Ask ${me.operatorContact}.`}
      </p>
    )
  const isMissing = wanted !== undefined && firstChosen(accounts, wanted) === ''
  return (
    <>
      {isMissing ? (
        <p>{missing(accounts, wanted)} It does not sign in for another one: run it again with the account you mean.</p>
      ) : null}
      <label class="field">
        <span>Account</span>
        <select value={account} onChange={(event) => choose(event.currentTarget.value)}>
          {isMissing ? <option value="">Choose an account</option> : null}
          {accounts.map((one) => (
            <option key={one.id} value={one.id} disabled={!one.isReady}>
              {label(one)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}
