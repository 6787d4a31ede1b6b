// How the page was built.

/**
 * Whether the page consists of static files: then the package for JavaScript answers requests in the browser,
 * and there are no jobs.
 */
export const IS_STATIC: boolean = import.meta.env.MODE === "static";
