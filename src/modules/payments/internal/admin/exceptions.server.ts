import { ok, type Result } from '../../../../platform/result.ts'
import {
  optionsOf,
  shownOnly,
  wrong,
  type AdminResource,
  type RecordAction,
} from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { exceptionRecords } from '../../exception-records.server.ts'

const exceptionKinds = {
  unknown: 'Outcome unknown',
  unverified: 'Ended without a response',
  late: 'Payment without an order',
  stuck: 'Refund rejected',
}

const resolutions = {
  'not-paid': 'The provider did not take the payment',
  paid: 'The provider took the payment',
  returned: 'Refunded at the provider',
} as const

const resolveTexts = {
  nothing_to_resolve: 'It has been settled in the meantime. Nothing was changed.',
  wrong_resolution: 'A payment due for refund can only be marked as refunded.',
  reference_used: 'Another payment already has this provider reference.',
} as const

/** Settles a payment by its state in the provider's portal. Checkout does it, which is above payments in the import order. */
export type ExceptionResolution = {
  resolve(
    subject: ExceptionSubject,
    resolution: { readonly kind: 'not-paid' | 'returned' } | { readonly kind: 'paid'; readonly providerRef: string },
    said: { readonly by: string; readonly reason: string },
  ): Promise<Result<null, { readonly code: keyof typeof resolveTexts }>>
}

type ExceptionSubject =
  | { readonly kind: 'payment' | 'late'; readonly attemptId: string }
  | { readonly kind: 'refund'; readonly refundId: string; readonly sequence: number }

type ExceptionDeps = { readonly resolution: ExceptionResolution }

const isResolution = (text: string): text is keyof typeof resolutions => text in resolutions

/** The subject of an exception's key: 'unknown-{attempt}', 'stuck-{refund}-{sequence}'. */
function subjectOf(key: string): ExceptionSubject | null {
  const [kind = '', id = '', sequence = ''] = key.split('-')
  if (kind === 'unknown' || kind === 'unverified') return { kind: 'payment', attemptId: id }
  if (kind === 'late') return { kind: 'late', attemptId: id }
  return kind === 'stuck' ? { kind: 'refund', refundId: id, sequence: Number(sequence) } : null
}

/** Staff enter the state in the provider's own portal; it is audited with the reason. */
function resolveAction(deps: ExceptionDeps): RecordAction {
  return {
    name: 'resolve',
    label: 'Resolve',
    about:
      "Look the payment up in the provider's portal first. “Took the payment” places the order, or refunds the payment if it had ended; the other two end it and release the cart.",
    permission: 'refund',
    isDangerous: true,
    isOffered: () => true,
    fields: ({ kind }) => [
      {
        name: 'resolution',
        label: "What the provider's portal says",
        kind: 'choice',
        isRequired: true,
        options:
          kind === 'late' || kind === 'stuck' ? optionsOf({ returned: resolutions.returned }) : optionsOf(resolutions),
      },
      {
        name: 'providerRef',
        label: 'Provider reference',
        kind: 'text',
        max: 120,
        help: 'If the payment was taken. For Zip in store: location/number.',
      },
      { name: 'reason', label: 'How you know', kind: 'text', isRequired: true, max: 300 },
    ],
    async run({ key, member, typed, values }) {
      const subject = subjectOf(key)
      const kind = String(typed['resolution'] ?? '')
      const providerRef = String(typed['providerRef'] ?? '').trim() || String(values['providerRef'] ?? '')
      const reason = String(typed['reason'] ?? '').trim()
      if (subject === null || !isResolution(kind)) return wrong('resolution', 'Please choose what the provider says.')
      if (kind === 'paid' && providerRef === '')
        return wrong('providerRef', 'Please enter the provider’s reference of the payment.')
      const resolution = kind === 'paid' ? { kind, providerRef } : { kind }
      const by = member.principal.winningUserId
      const done = await deps.resolution.resolve(subject, resolution, { by, reason })
      if (!done.ok) return wrong('', resolveTexts[done.problem.code])
      return ok({ said: 'Resolved', before: values, after: { ...resolution, reason } })
    },
  }
}

export const exceptionResource = (deps: ExceptionDeps): AdminResource => ({
  name: 'payment-exceptions',
  title: 'Payment exceptions',
  one: 'exception',
  section: 'Organisation',
  about:
    'Payments that need attention: look them up at the provider by reference. They leave this list once settled or resolved.',
  see: 'monitor the system',
  change: 'monitor the system',
  records: exceptionRecords,
  sort: { column: 'at', isDescending: true },
  searchHint: 'Reference',
  columns: [
    { name: 'at', label: 'When', kind: 'instant', sorts: true },
    { name: 'kind', label: 'What', words: exceptionKinds, sorts: true },
    { name: 'provider', label: 'Provider', sorts: true },
    { name: 'cents', label: 'Amount', kind: 'money', sorts: true },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'providerRef', label: 'Reference' },
  ],
  filters: [
    { name: 'kind', label: 'What', options: optionsOf(exceptionKinds) },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'kind', label: 'What', kind: 'choice', options: optionsOf(exceptionKinds) },
      { name: 'what', label: 'More', kind: 'long' },
      { name: 'at', label: 'When', kind: 'instant' },
      { name: 'provider', label: 'Provider', kind: 'text' },
      { name: 'providerRef', label: 'Provider reference', kind: 'text' },
      { name: 'attemptId', label: 'Our reference', kind: 'text' },
      { name: 'cents', label: 'Amount', kind: 'money' },
      { name: 'currency', label: 'Currency', kind: 'text' },
    ]),
  nameOf: (values) => exceptionKinds[values['kind'] as keyof typeof exceptionKinds],
  actions: [resolveAction(deps)],
})
