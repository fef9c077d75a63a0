/** Whether a file, by its path from the root, is a test or there for tests alone, or holds nothing but types of others. */
export const isForTests = (path: string): boolean =>
  /^src\/testing\/|\.test\.tsx?$|-for-tests(\.server)?\.tsx?$|\.d\.ts$/.test(path)
