// An invitation is withdrawn by one stray click, and its link cannot be made good again, so it is asked for.

import { useState } from 'preact/hooks'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { date, stranger } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import type { Members } from '../../data/types.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'

type Invitation = Members['invitations'][number]

/** Whom an invitation is for, as the list and the question say it. */
export const invited = ({ email }: Invitation): string =>
  email === undefined ? 'whoever has the link' : stranger(email)

interface WithdrawInvitationProps {
  readonly account: string
  readonly invitation: Invitation
  readonly close: () => void
}

export const WithdrawInvitation = ({ account, invitation, close }: WithdrawInvitationProps) => {
  const [failure, setFailure] = useState('')
  const withdraw = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    try {
      await send(accountPath(account, `/invitations/${invitation.id}/remove`))
      close()
    } catch (error) {
      setFailure(failureOf(error, 'The link is still good.'))
    }
  }
  return (
    <Dialog title="Withdraw this invitation?" onCancel={close}>
      <form class="section" onSubmit={withdraw}>
        <p>
          The link for {invited(invitation)}, as {invitation.role}, good until {date(invitation.expiresAt, zone.value)},
          lets nobody in from then on. It cannot be undone: a new link has to be made and passed on.
        </p>
        <FormEnd failure={failure} cancel={close} action="Withdraw" kind="danger" />
      </form>
    </Dialog>
  )
}
