// The command line: how it is installed, which machines are signed in, Revoke.

import { useState } from 'preact/hooks'
import { oldestNode } from '../../../oldest-node.ts'
import { accountPath, failureOf, send } from '../../data/api.ts'
import { date, lastUse, stranger } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { ScreenProps, Token } from '../../data/types.ts'
import { Snippet } from '../../parts/copy.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { FailureLine } from '../../parts/form-end.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'

/** The service brings its own command line: no registry is asked. */
export const commandLineSteps = (): string =>
  [
    `npm install --global ${location.origin}/cli/compaction.tgz`,
    'compaction login',
    'compaction run claude     # or: run codex, run opencode',
  ].join('\n')

const columns = (revoke: (token: Token) => void): readonly Column<Token>[] => [
  { name: 'Machine', cell: ({ device }) => <span title={device}>{stranger(device)}</span> },
  { name: 'Person', cell: ({ person }) => stranger(person), order: ({ person }) => person },
  { name: 'Token', isWhole: true, cell: ({ suffix }) => <code>pt_…{suffix}</code> },
  { name: 'State', cell: ({ state }) => <span class={`tag ${state === 'active' ? 'on' : 'off'}`}>{state}</span> },
  {
    name: 'Signed in',
    cell: ({ createdAt }) => date(createdAt, zone.value),
    order: ({ createdAt }) => createdAt,
  },
  {
    name: 'Last used',
    isWhole: true,
    cell: ({ lastUsedAt }) => lastUse(lastUsedAt, zone.value, serviceNow()),
    order: ({ lastUsedAt = '' }) => lastUsedAt,
  },
  { name: 'Expires', cell: ({ expiresAt }) => date(expiresAt, zone.value) },
  {
    name: 'Revoke',
    isSilent: true,
    isNumber: true,
    cell: (token) =>
      token.state === 'active' ? (
        <button
          type="button"
          class="danger"
          onClick={() => revoke(token)}
          aria-label={`Revoke the token of ${stranger(token.device)} that ends in ${token.suffix}`}
        >
          Revoke
        </button>
      ) : null,
  },
]

interface RevokeProps {
  readonly account: string
  readonly token: Token
  readonly close: () => void
}

/** Undone by signing in again: one question is enough. */
const RevokeToken = ({ account, token, close }: RevokeProps) => {
  const [failure, setFailure] = useState('')
  const revoke = async (): Promise<void> => {
    try {
      await send(accountPath(account, `/tokens/${encodeURIComponent(token.id)}/revoke`))
      close()
    } catch (error) {
      setFailure(failureOf(error, 'The token still works.'))
    }
  }
  return (
    <Dialog title="Revoke this token?" onCancel={close}>
      <p>
        Whatever {stranger(token.device)} sends with <code>pt_…{token.suffix}</code> is refused, within a minute at
        most.
        <code> compaction login</code> signs it in again.
      </p>
      <FailureLine failure={failure} />
      <div class="actions">
        <button type="button" onClick={close} autofocus>
          Cancel
        </button>
        <button type="button" class="danger" onClick={revoke}>
          Revoke
        </button>
      </div>
    </Dialog>
  )
}

export const CommandLineScreen = ({ account }: ScreenProps) => {
  const { data, error, reload } = useResource<{ tokens: readonly Token[] }>(accountPath(account.id, '/tokens'))
  const [revoking, setRevoking] = useState<Token | undefined>()
  const close = (): void => {
    setRevoking(undefined)
    reload()
  }
  const inUse = data?.tokens.filter(({ state }) => state === 'active') ?? []
  const over = data?.tokens.filter(({ state }) => state !== 'active') ?? []
  return (
    <>
      <div class="head">
        <h1>Command line</h1>
      </div>
      <section class="section" aria-label="Install">
        <p class="muted">
          It signs this machine in without a key to copy, and starts agents so that they go through the service. It
          needs Node {oldestNode} or newer.
        </p>
        <Snippet label="Install and sign in" text={commandLineSteps()} />
      </section>
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined ? <Skeleton /> : null}
      {data === undefined ? null : (
        <DataTable
          caption="Machines that are signed in"
          rows={inUse}
          keyOf={({ id }) => id}
          empty="No machine is signed in."
          columns={columns(setRevoking)}
        />
      )}
      {over.length === 0 ? null : (
        <details>
          <summary>{over.length} revoked or expired</summary>
          <DataTable
            caption="Revoked or expired tokens"
            rows={over}
            keyOf={({ id }) => id}
            empty=""
            columns={columns(setRevoking)}
          />
        </details>
      )}
      {revoking === undefined ? null : <RevokeToken account={account.id} token={revoking} close={close} />}
    </>
  )
}
