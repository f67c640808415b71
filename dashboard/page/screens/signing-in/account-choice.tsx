// For which account a machine is signed in. A command that was told an account (`login --account`) keeps no token of another one.

import type { Me } from '../../data/types.ts'
import { type Account, firstChosen, missing } from '../../data/wanted-account.ts'

const label = ({ id, kind, isReady }: Account): string =>
  `${kind === 'personal' ? 'Personal account' : id}${isReady ? '' : ' (no API access yet)'}`

interface ChoiceProps {
  readonly accounts: readonly Account[]
  readonly wanted: string | undefined
  readonly account: string
  readonly choose: (account: string) => void
  readonly me: Me
}

export const AccountChoice = ({ accounts, wanted, account, choose, me }: ChoiceProps) => {
  if (!accounts.some(({ isReady }) => isReady))
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
