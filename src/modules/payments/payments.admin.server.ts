import type { Settings } from '../../brands/settings.server.ts'
import { exceptionResource, type ExceptionResolution } from './internal/admin/exceptions.server.ts'
import { paymentMethodResource } from './internal/admin/payment-methods.server.ts'
import { paymentScriptResource, policyReportResource } from './internal/admin/payment-page.server.ts'
import type { PaymentConfiguration } from './payments.server.ts'

/** Admin lists of payments. */

export type PaymentsAdminDeps = {
  readonly settings: Pick<Settings, 'text'>
  readonly paymentConfiguration: Pick<PaymentConfiguration, 'terms' | 'isRangeTheirs' | 'offered' | 'providerStates'>
  readonly resolution: ExceptionResolution
}

export const paymentsAdmin = (deps: PaymentsAdminDeps) => ({
  methods: paymentMethodResource(deps),
  exceptions: exceptionResource(deps),
  scripts: paymentScriptResource,
  policyReports: policyReportResource,
})
