import { plainTextSelectors } from '@react-email/render'
import { compile } from 'html-to-text'

/**
 * A mail's markup as plain text. Equivalent to `toPlainText` of react-email, which rebuilds its rules for every mail: that took longer than
 * using them.
 */
export const plainText = compile({ wordwrap: false, selectors: plainTextSelectors })
