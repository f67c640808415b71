// A role is given or a person removed by one stray key or click, so both are asked for.

import { useState } from 'preact/hooks'
import type { Role } from '../../../../core/people/roles.ts'
import { counted } from '../../../../core/text/counted.ts'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { stranger } from '../../data/format.ts'
import type { Members } from '../../data/types.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormEnd } from '../../parts/form-end.tsx'

type Member = Members['members'][number]

/** What is asked: another role, or that the person leaves. */
export interface MemberChange {
  readonly member: Member
  readonly role?: Role
}

const meanings: Readonly<Record<Role, string>> = {
  viewer: 'A viewer only looks, and has no command line: those of this account are signed out, and stay so.',
  developer: 'A developer generates API keys, and signs in command lines.',
  owner: 'An owner changes the settings, revokes every key, and says who belongs here.',
}

/** API keys are the account's: they stay when who made them goes. */
const keysSentence = ({ activeKeys }: Member): string => {
  if (activeKeys === 0) return 'No API key that they made is active.'
  const keys = counted(activeKeys, 'API key that they made goes', 'API keys that they made go')
  return `${keys} on working until somebody revokes ${activeKeys === 1 ? 'it' : 'them'}, under API keys.`
}

interface ChangeMemberProps {
  readonly account: string
  readonly change: MemberChange
  readonly close: () => void
}

export const ChangeMember = ({ account, change: { member, role }, close }: ChangeMemberProps) => {
  const [failure, setFailure] = useState('')
  const name = stranger(member.name ?? member.email ?? member.id)
  const apply = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    try {
      const path = accountPath(account, `/members/${member.id}/${role === undefined ? 'remove' : 'role'}`)
      await send(path, role === undefined ? {} : { role })
      // Who has changed the own role may see other pages, or none of this account.
      if (member.isYou) location.assign('/')
      else close()
    } catch (error) {
      setFailure(failureOf(error, 'Nothing was changed.'))
    }
  }
  const title = role === undefined ? `Remove ${name}?` : `Change the role of ${name} to ${role}?`
  return (
    <Dialog title={title} onCancel={close}>
      <form class="section" onSubmit={apply}>
        <p>
          {role === undefined
            ? 'They see nothing of this account from then on, and their command lines are signed out.'
            : meanings[role]}
        </p>
        {role === undefined || role === 'viewer' ? <p>{keysSentence(member)}</p> : null}
        <FormEnd
          failure={failure}
          cancel={close}
          action={role === undefined ? 'Remove' : `Make ${role}`}
          kind={role === undefined ? 'danger' : 'primary'}
        />
      </form>
    </Dialog>
  )
}
