// API keys: what there is, Generate, Revoke. A secret lives in one component's memory until its dialog is closed, and nowhere else.

import { useState } from 'preact/hooks'
import { accountPath } from '../../data/api.ts'
import { date, lastUse, limitsInWords, stranger } from '../../data/format.ts'
import { zone } from '../../data/preferences.ts'
import { useResource } from '../../data/resource.ts'
import { serviceNow } from '../../data/service-clock.ts'
import type { Key, ScreenProps } from '../../data/types.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Failure, Skeleton } from '../../parts/notice.tsx'
import { NoApiAccess } from '../first-steps/first-steps.tsx'
import { GenerateKey } from './generate-key.tsx'
import { RevokeKey } from './revoke-key.tsx'

const columns = (revoke: (key: Key) => void): readonly Column<Key>[] => [
  {
    name: 'Name',
    cell: ({ label }) =>
      label === '' ? <span class="muted">no name</span> : <span title={label}>{stranger(label)}</span>,
  },
  { name: 'Key', isWhole: true, cell: ({ suffix }) => <code>ak_…{suffix}</code> },
  { name: 'State', cell: ({ state }) => <span class={`tag ${state === 'active' ? 'on' : 'off'}`}>{state}</span> },
  {
    name: 'Created',
    cell: ({ createdAt, createdBy }) => `${date(createdAt, zone.value)} by ${stranger(createdBy)}`,
    order: ({ createdAt }) => createdAt,
  },
  {
    name: 'Last used',
    isWhole: true,
    cell: ({ lastUsedAt }) => lastUse(lastUsedAt, zone.value, serviceNow()),
    order: ({ lastUsedAt = '' }) => lastUsedAt,
  },
  { name: 'Expires', cell: ({ expiresAt }) => (expiresAt === undefined ? 'never' : date(expiresAt, zone.value)) },
  { name: 'Limits', cell: ({ limits }) => limitsInWords(limits) },
  {
    name: 'Revoke',
    isSilent: true,
    isNumber: true,
    cell: (key) =>
      key.state === 'revoked' || !key.mayRevoke ? null : (
        <button
          type="button"
          class="danger"
          onClick={() => revoke(key)}
          aria-label={`Revoke the key that ends in ${key.suffix}`}
        >
          Revoke
        </button>
      ),
  },
]

export const KeysScreen = ({ account, me }: ScreenProps) => {
  const { data, error, reload } = useResource<{ keys: readonly Key[] }>(accountPath(account.id, '/keys'))
  const [isGenerating, setGenerating] = useState(false)
  const [revoking, setRevoking] = useState<Key | undefined>()
  const mayGenerate = account.permissions.includes('generate-key')
  const close = (): void => {
    setGenerating(false)
    setRevoking(undefined)
    reload()
  }
  const inUse = data?.keys.filter(({ state }) => state !== 'revoked') ?? []
  const revoked = data?.keys.filter(({ state }) => state === 'revoked') ?? []
  return (
    <>
      <div class="head">
        <h1>API keys</h1>
        {mayGenerate && account.apiAccess ? (
          <button type="button" class="primary" data-shortcut="n" onClick={() => setGenerating(true)}>
            Generate
          </button>
        ) : null}
      </div>
      {account.apiAccess ? null : <NoApiAccess account={account} me={me} />}
      {error === undefined ? null : <Failure error={error} retry={reload} />}
      {data === undefined && error === undefined ? <Skeleton /> : null}
      {data === undefined ? null : (
        <DataTable
          caption="API keys"
          rows={inUse}
          keyOf={({ id }) => id}
          empty="There are no keys."
          columns={columns(setRevoking)}
        />
      )}
      {revoked.length === 0 ? null : (
        <details>
          <summary>{revoked.length} revoked</summary>
          <DataTable
            caption="Revoked keys"
            rows={revoked}
            keyOf={({ id }) => id}
            empty=""
            columns={columns(setRevoking)}
          />
        </details>
      )}
      {isGenerating ? <GenerateKey account={account.id} baseUrl={me.baseUrl} close={close} /> : null}
      {revoking === undefined ? null : <RevokeKey account={account.id} revoked={revoking} close={close} />}
    </>
  )
}
