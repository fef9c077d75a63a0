import type { BlogPost } from './content.ts'

/** A post for search engines (schema.org BlogPosting). One without a picture has that of the shop, because Google shows none without. */
export function blogPostJsonLd(
  post: Pick<BlogPost, 'title' | 'summary' | 'publishedAt' | 'author' | 'heroImage'>,
  { canonical, companyName }: { readonly canonical: string; readonly companyName: string },
) {
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.summary,
    datePublished: post.publishedAt,
    author: { '@type': 'Organization', name: post.author === '' ? companyName : post.author },
    image: new URL(post.heroImage?.src ?? '/media/social.png', canonical).href,
    mainEntityOfPage: canonical,
  }
}
