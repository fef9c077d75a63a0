/**
 * Trusted Types (W3C): a page whose policy requires them takes markup and script addresses only from the policy objects that its
 * Content-Security-Policy names, so a string that reached a page by mistake cannot become markup or a script.
 */

type TrustedTypePolicy = { createHTML(html: string): string; createScriptURL(address: string): string }
type TrustedTypePolicyFactory = {
  createPolicy(
    name: string,
    rules: {
      readonly createHTML: (html: string) => string | null
      readonly createScriptURL?: (address: string) => string | null
    },
  ): TrustedTypePolicy
}

/** The names that pages allow, in `trusted-types`. */
export const trustedTypePolicies = ['shop', 'default'] as const

const factory = (globalThis as { trustedTypes?: TrustedTypePolicyFactory }).trustedTypes

const shop = factory?.createPolicy('shop', { createHTML: (html) => html, createScriptURL: (address) => address })

// For strings that reach the document without our policy: React makes a script element, which never runs, from this markup and no other.
const emptyScript = /^<script><\/script>$/
factory?.createPolicy('default', { createHTML: (html) => (emptyScript.test(html) ? html : null) })

/**
 * First-party markup, or markup that the server has sanitised. The server and browsers without Trusted Types get the string itself; others
 * get an object, which is never equal to another, so components memoise it: React writes changed values again.
 */
export const trustedHtml = (html: string): string => shop?.createHTML(html) ?? html

/** The address of a script that the page's policy allows. */
export const trustedScriptAddress = (address: string): string => shop?.createScriptURL(address) ?? address
