import type { ScriptIntegrity } from './script-integrity.server.ts'
import { trustedTypePolicies } from '../../ui/browser/trusted-types.ts'

export const policyReportPath = '/api/monitoring/policy'

const trustedTypes = (names: readonly string[]): string =>
  `require-trusted-types-for 'script'; trusted-types ${[...trustedTypePolicies, ...names].join(' ')}`

/**
 * A page where one pays (PCI DSS 4.0.1, 6.4.3 and 11.6.1): hashes for its scripts, Trusted Types, an Integrity-Policy that blocks scripts
 * without a hash, and a policy whose violations browsers report. Where a captcha, a wallet or a map is configured, its provider's scripts run
 * here and have no hashes, so there is no Integrity-Policy. Trusted Types are then enforced when `policyNames` names the policies that these
 * scripts create (TRUSTED_TYPE_POLICIES), and else only reported.
 */
export async function hardenPaymentPage(
  response: Response,
  integrity: ScriptIntegrity | null,
  policyNames: readonly string[] = [],
): Promise<Response> {
  const policy = response.headers.get('content-security-policy')
  if (policy === null) return response
  const html = await response.text()
  const hardened = new Response(integrity === null ? html : integrity.apply(html), response)
  const { headers } = hardened
  headers.delete('content-length')
  const own =
    integrity === null ? policy : policy.replace("script-src 'self'", `script-src 'self' '${integrity.importMapHash}'`)
  const reports = `report-uri ${policyReportPath}`
  if (runsThirdPartyScripts(policy)) {
    // A script that is loaded again creates its policy again, which is an error unless duplicates are allowed.
    if (policyNames.length > 0)
      headers.set(
        'content-security-policy',
        `${own}; ${trustedTypes([...policyNames, "'allow-duplicates'"])}; ${reports}`,
      )
    else {
      headers.set('content-security-policy', `${own}; ${reports}`)
      headers.set('content-security-policy-report-only', `${trustedTypes([])}; ${reports}`)
    }
  } else {
    headers.set('content-security-policy', `${own}; ${trustedTypes([])}; ${reports}`)
    // In development Vite serves modules that have no hash.
    if (integrity !== null) headers.set('integrity-policy', 'blocked-destinations=(script)')
  }
  return hardened
}

const runsThirdPartyScripts = (policy: string): boolean => /(^|;) *script-src [^;]*https?:/.test(policy)
