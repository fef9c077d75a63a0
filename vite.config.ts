import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  build: {
    target: 'es2022',
    // Inlined assets would need `data:` in the content policy and are sent again with every page.
    assetsInlineLimit: 0,
    // Read by the budgets of scripts/budgets.ts.
    manifest: true,
  },
  environments: {
    // One server bundle that holds the whole program: pages, API and business share their modules.
    ssr: { build: { rolldownOptions: { input: './src/server.ts' } } },
  },
  server: { watch: { ignored: ['**/var/**', '**/.cache/**', '**/build/**'] } },
})
