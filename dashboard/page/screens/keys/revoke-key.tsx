// Revoking cannot be undone, so its key has to be named by who revokes it.

import { useState } from 'preact/hooks'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { stranger } from '../../data/format.ts'
import type { Key } from '../../data/types.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'

export const RevokeKey = ({
  account,
  revoked,
  close,
}: {
  readonly account: string
  readonly revoked: Key
  readonly close: () => void
}) => {
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState('')
  const revoke = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    try {
      await send(accountPath(account, `/keys/${encodeURIComponent(revoked.id)}/revoke`))
      close()
    } catch (error) {
      setFailure(failureOf(error, 'The key still works.'))
    }
  }
  return (
    <Dialog title="Revoke this key?" onCancel={close}>
      <form class="section" onSubmit={revoke}>
        <p>
          Whatever uses <code>ak_…{revoked.suffix}</code> {revoked.label === '' ? '' : `(${stranger(revoked.label)}) `}
          is refused, within a minute at most. It cannot be undone.
        </p>
        <label class="field">
          <span>
            Type its last four characters: <code>{revoked.suffix}</code>
          </span>
          <input
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
            autocomplete="off"
            spellcheck={false}
            autofocus
          />
        </label>
        <FormEnd failure={failure} cancel={close} action="Revoke" kind="danger" isDisabled={typed !== revoked.suffix} />
      </form>
    </Dialog>
  )
}
