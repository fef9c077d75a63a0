import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'

/**
 * A mail's markup as text, for programs that show no other. The same as `toPlainText` of react-email, which makes its rules anew for every
 * mail: that took longer than using them.
 */
export const plainText = compile({ wordwrap: false, selectors: plainTextSelectors })
