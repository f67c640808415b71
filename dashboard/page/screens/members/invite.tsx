// A link for somebody else, in this dialog once.

import { useState } from 'preact/hooks'
import { roles } from '../../../../core/people/roles.ts'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { Snippet } from '../../parts/copy.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'

export const Invite = ({ account, close }: { readonly account: string; readonly close: () => void }) => {
  const [link, setLink] = useState('')
  const [failure, setFailure] = useState('')
  const invite = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const email = String(form.get('email') ?? '').trim()
    try {
      const body = { role: form.get('role'), ...(email === '' ? {} : { email }) }
      setLink((await send<{ link: string }>(accountPath(account, '/members'), body)).link)
    } catch (error) {
      setFailure(failureOf(error, 'No link was made.'))
    }
  }
  if (link !== '')
    return (
      <Dialog title="Pass this link on" onCancel={close} key="link">
        <p>It is good once, for seven days, and shown this once.</p>
        <Snippet text={link} label="The link" />
        <div class="actions">
          <button type="button" class="primary" onClick={close} autofocus>
            Done
          </button>
        </div>
      </Dialog>
    )
  return (
    <Dialog title="Invite somebody" onCancel={close} key="ask">
      <form class="section" onSubmit={invite}>
        <label class="field">
          <span>Role</span>
          <select name="role">
            {roles.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Only for this e-mail address (optional)</span>
          <input name="email" type="email" autocomplete="off" />
        </label>
        <FormEnd failure={failure} cancel={close} action="Make a link" />
      </form>
    </Dialog>
  )
}
