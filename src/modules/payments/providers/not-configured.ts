import type { PaymentProvider, ProviderCode } from '../payments.ts'

/**
 * Stands where a provider has no settings, so that a payment made while it had them is still found: every call fails, the payment stays as
 * it is, and it goes on once the settings are back.
 */
export function notConfigured(code: ProviderCode): PaymentProvider {
  const refuse = async (): Promise<never> => {
    throw new Error(`The payment provider ${code} is not configured; its payments wait until its settings are back.`)
  }
  return {
    code,
    returnParameter: null,
    initiate: refuse,
    finalise: refuse,
    query: refuse,
    cancel: refuse,
    reverse: refuse,
    refund: refuse,
    isAnswering: async () => false,
    limits: refuse,
  }
}
