import { reactRouter } from '@react-router/dev/vite'
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defineConfig } from 'vite'
import { inlineScripts } from './scripts/bundle/inline-scripts.ts'
import { minifyScripts } from './scripts/bundle/minify-scripts.ts'
import { modelViewer } from './scripts/bundle/model-viewer.ts'
import { slimRouter } from './scripts/bundle/slim-router.ts'

const sources = (...names: string[]) => new RegExp(`/src/(${names.join('|')})\\.tsx?`)

/** The frame with what most pages show. */
const frame = sources(
  'app/root',
  'app/entry.client',
  'modules/catalogue/ui/product-card',
  'modules/delivery/ui/estimates',
  'modules/geo/ui/(place|delivery-location)',
  'app/head/page-type',
  'platform/(calendar|money|serialized)',
  'platform/files/picture-address',
  'ui/display/(clean-html|picture)',
  'ui/overlays/chat-blockers',
)
// Of what comes late on pages of all kinds: a sheet of its own that a page also links would be loaded twice. And of the trail, see `shared`.
const frameStyles =
  /\/src\/(modules\/(catalogue\/ui\/(recently-viewed|card-row|space-form)|navigation\/ui\/breadcrumbs|content\/ui\/landing-banner)|ui\/display\/stars)(\.module)?\.css/

/**
 * What most pages need, as a few files instead of a dozen that the browser finds one after the other: the libraries, the frame with
 * what most pages show, the fit check of lists and products, the lists. The rest follows the routes. A source named here brings what it imports.
 *
 * A browser without HTTP/2 fetches six files at a time, and the seventh delays the paint by a round trip. So the style sheets of a few lines
 * go with larger ones, even to pages without what they style.
 */
const shared = [
  { name: 'vendor', test: /\/node_modules\/(react|react-dom|scheduler|react-router|cookie-es)\//, priority: 3 },
  { name: 'shop', test: (id: string) => frame.test(id) || frameStyles.test(id), priority: 2 },
  // The trail of pages below others, which home, cart and checkout do without.
  {
    name: 'trail',
    test: /\/src\/(modules\/catalogue\/breadcrumbs-json-ld|modules\/navigation\/ui\/breadcrumbs)/,
    priority: 1.5,
  },
  // Of lists alone, and of what comes late. It has no style sheet: that would be linked twice.
  { name: 'lists', test: sources('ui/browser/use-is-slow', 'ui/navigation/page-count'), priority: 1.5 },
  { name: 'fit', test: sources('modules/catalogue/ui/space-form'), priority: 1.5 },
  {
    name: 'form',
    test: sources(
      'ui/forms/(field|form|use-form)',
      'ui/display/notice',
      'platform/text/email',
      'platform/forms/typed-form',
      'modules/content/forms/consents',
      'brands/apps',
    ),
    priority: 1.5,
  },
  // Of home pages and products.
  { name: 'rows', test: sources('modules/catalogue/ui/(recently-viewed|card-row)'), priority: 1.5 },
  // Of the components of reviews a product's page has the markup only, so no more than their styles go with it; beside them what is on that
  // page, and in the gallery of blocks, which nobody waits for.
  {
    name: 'reviews',
    test: /\/src\/(modules\/reviews\/ui\/(entry-list|rating-summary|review-overview|reviews-section)\.module\.css|modules\/catalogue\/ui\/product-parts\.module\.css|ui\/navigation\/page-tabs)/,
    priority: 1.5,
  },
  // What the checkout shares with its parts that come late.
  {
    name: 'buying',
    test: sources(
      'modules/checkout/(availability|checkout|tip)',
      'modules/checkout/ui/charge-note',
      'modules/checkout/internal/ui/(saved-session|payment/payment-methods)',
      'modules/payments/(card|payments)',
    ),
    priority: 1.5,
  },
  // Of cart and checkout, with the few styles of the cart's form of mail.
  {
    name: 'code-box',
    test: /\/src\/modules\/cart\/(ui\/code-box|internal\/ui\/mail-cart\.module\.css)/,
    priority: 1.5,
  },
  // Set by what is fetched for a cart, and shown by what comes late.
  { name: 'message', test: sources('ui/overlays/message', 'ui/navigation/navigations'), priority: 1.6 },
  // The calls of the cart, which every page loads late. Texts about a failed call are first, because pages need them without the calls.
  { name: 'answers', test: sources('modules/cart/line-texts', 'platform/http/problem'), priority: 1.5 },
  { name: 'cart-calls', test: sources('modules/cart/ui/cart-calls', 'ui/browser/screen-size'), priority: 1.5 },
  {
    name: 'late',
    test: sources(
      'modules/navigation/ui/deferred',
      'modules/catalogue/ui/product-skeleton',
      'ui/overlays/message-(box|end)',
      'ui/navigation/scroll-page',
    ),
    priority: 1.5,
  },
  {
    name: 'suggestions',
    test: sources('modules/search/internal/ui/suggestions', 'ui/display/highlight'),
    priority: 1.5,
  },
  {
    name: 'listing',
    test: sources('modules/search/ui/listing-page', 'app/routes/catalogue/listing-meta'),
    priority: 1,
  },
]

/** The class and four letters for its file: shorter than usual by the line, which every page would carry for every class. */
export const classNames = {
  generateScopedName(name: string, file: string): string {
    const path = relative(import.meta.dirname, file.replace(/\?.*/, '')).replaceAll('\\', '/')
    return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
  },
}

export default defineConfig({
  plugins: [inlineScripts(), modelViewer(), reactRouter(), slimRouter(), minifyScripts()],
  css: { modules: classNames },
  build: {
    target: 'es2022',
    // build.ts has done it: here it would take away what is built at the same time.
    emptyOutDir: false,
    // By minifyScripts.
    minify: false,
    cssMinify: true,
    // Inlined assets are sent again with every sheet or script that has them. One asks for it (`?inline`): the star of cards, which is shorter than
    // the headers of a response.
    assetsInlineLimit: 0,
    // What is fetched later finds what it imports by itself: lists of it would weigh more, on every page, than the step they save.
    modulePreload: { resolveDependencies: () => [] },
    // Read by the budgets of scripts/bundle/budgets.ts.
    manifest: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Else chunks are printed once more, with spaces, after minifyScripts.
            minify: false,
            codeSplitting: { groups: shared },
            // Every page calls nearly all of the libraries: with this V8 compiles them beside the page, while they arrive, and not one
            // function after the other when the page becomes live (https://v8.dev/blog/explicit-compile-hints).
            postBanner: ({ name }) => (name === 'vendor' ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
    },
    // One server bundle that holds the whole program: pages, API and business share their modules.
    ssr: {
      build: {
        minify: false,
        rolldownOptions: {
          // The second is a process of its own, without the rest of the program (modules/media).
          input: { index: './src/main.ts', 'picture-process': './src/modules/media/internal/picture-process.ts' },
        },
      },
    },
  },
  server: { watch: { ignored: ['**/var/**', '**/.cache/**', '**/build/**'] } },
})
